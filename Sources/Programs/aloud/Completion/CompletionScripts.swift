/// The script with which a shell calls `aloud --complete`. `aloud --generate-completion-script SHELL` prints it, and
/// `make install` installs it.
enum CompletionScripts {
  static let shells = ["bash", "zsh", "fish"]

  /// - Returns: `nil` if the shell is not one of ``shells``.
  static func script(for shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  /// Needs bash 4.4, but not bash-completion.
  private static let bash = #"""
    # bash completion for aloud: the command itself tells what can stand at the cursor.

    _aloud() {
      local line=${COMP_LINE:0:COMP_POINT} words=() word rest text i
      # `=` and `:` part words in the eyes of readline, and not in those of the command.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        rest=${line#"${line%%[![:space:]]*}"}
        word=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || word=$rest
        if ((i == 0)) || [[ $rest != "$line" ]]; then words+=("$word"); else words[-1]+=$word; fi
        line=${rest#"$word"}
      done

      # The part of the word that readline leaves as it is.
      local current=${words[-1]} kept= quote=
      case $current in
        [\"\']*) quote=${current:0:1} ;;
        *[=:]*) kept=${current%"${current##*[=:]}"} ;;
      esac
      for i in "${!words[@]}"; do
        word=${words[i]#[\"\']}
        words[i]=${word//\\/}
      done
      [[ -z $quote ]] || words[-1]=${current:1}

      local answers=() answer files= about
      mapfile -t answers < <("${words[0]/#\~/$HOME}" --complete "${words[@]:1}" 2>/dev/null)
      COMPREPLY=()
      for answer in "${answers[@]}"; do
        if [[ $answer == :files ]]; then
          files=yes
          continue
        fi
        text=${answer%%$'\t'*}
        about=${answer#"$text"}
        [[ -n $quote ]] || printf -v text %q "$text"
        text=${text#"$kept"}
        # Explanations stand in a list; what is put into the line has none.
        if ((${#answers[@]} > 1)) && [[ -n $about && $COMP_TYPE == @(63|33|64) ]]; then
          text="$text  (${about#$'\t'})"
        fi
        COMPREPLY+=("$text")
      done
      [[ -z $files ]] || ((${#COMPREPLY[@]})) || compopt -o bashdefault -o default
    } &&
      complete -o nosort -F _aloud aloud

    """#

  private static let zsh = #"""
    #compdef aloud
    # zsh completion for aloud: the command itself tells what can stand at the cursor.

    _aloud() {
      local -a answers described
      local answer text files
      answers=("${(@f)$(${(Q)words[1]/#\~/$HOME} --complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      for answer in $answers; do
        if [[ $answer == :files ]]; then
          files=yes
          continue
        fi
        text=${answer%%$'\t'*}
        if [[ $answer == *$'\t'* ]]; then
          described+=("${text//:/\\:}:${answer#*$'\t'}")
        else
          described+=("${text//:/\\:}")
        fi
      done
      # The command has found the candidates, of which some begin like the word in another case only.
      (( $#described )) && _describe -V -t values aloud described -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' && return
      [[ -n $files ]] && _files
    }

    if [[ $funcstack[1] == _aloud ]]; then
      _aloud "$@"
    else
      compdef _aloud aloud
    fi

    """#

  private static let fish = #"""
    # fish completion for aloud: the command itself tells what can stand at the cursor.

    function __aloud_complete
        set -l before (commandline -opc)
        set -l current (commandline -ct)
        set -l found
        set -l files
        for answer in ($before[1] --complete $before[2..-1] (string unescape -- $current; or echo -- $current) 2>/dev/null)
            if test "$answer" = :files
                set files yes
            else
                set found yes
                echo -- $answer
            end
        end
        if test -n "$files" -a -z "$found"
            __fish_complete_path $current
        end
    end

    complete -c aloud -f -a '(__aloud_complete)'

    """#
}
