// first-calls FOLDER PROGRAM... -- COMMAND [ARGUMENT...]
//
// Runs COMMAND and lists the functions that programs call, in the order of their first calls. FOLDER/PROGRAM.order gets
// the symbols of each PROGRAM that COMMAND, or a process started by it, executes under this name. A copy made by fork
// counts for its program. The programs need their symbol tables, and run several times slower.
//
// A breakpoint stands on each function until it is called for the first time. Only for Linux on x86-64.

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// One byte: int3.
static const unsigned char breakpoint = 0xcc;

struct function {
  // In the file; a process adds the address at which it has the program.
  unsigned long address;
  const char *symbol;
  unsigned char first_byte;
  bool is_called;
};

struct program {
  char path[PATH_MAX];
  struct function *functions;
  size_t count;
  FILE *order;
};

// A thread is entered here under its own id, with the program of its process.
struct process {
  pid_t id;
  struct program *program;
  unsigned long base;
  // True if it has stopped for the first time and nobody has said yet whose copy it is.
  bool is_orphan;
};

static const char *folder;
static char **names;
static struct program programs[16];
static size_t program_count;
static struct process *processes;
static size_t process_count, process_room;

static void fail(const char *what) {
  fprintf(stderr, "first-calls: %s: %s\n", what, strerror(errno));
  exit(1);
}

static struct process *known(pid_t id) {
  for (size_t i = 0; i < process_count; i++)
    if (processes[i].id == id) return &processes[i];
  return NULL;
}

static struct process *process_of(pid_t id) {
  struct process *process = known(id);
  if (process) return process;
  if (process_count == process_room) {
    process_room = process_room * 2 + 64;
    processes = realloc(processes, process_room * sizeof *processes);
    if (!processes) fail("memory");
  }
  processes[process_count] = (struct process){.id = id};
  return &processes[process_count++];
}

static void forget(pid_t id) {
  *process_of(id) = processes[process_count - 1];
  process_count--;
}

static int memory_of(pid_t id) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", id);
  return open(path, O_RDWR | O_CLOEXEC);
}

static int by_address(const void *first, const void *second) {
  unsigned long a = ((const struct function *)first)->address, b = ((const struct function *)second)->address;
  return a < b ? -1 : a > b;
}

static void read_functions(struct program *program, const unsigned char *file) {
  const Elf64_Ehdr *header = (const void *)file;
  const Elf64_Shdr *sections = (const void *)(file + header->e_shoff);
  const char *section_names = (const char *)file + sections[header->e_shstrndx].sh_offset;
  for (int i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const Elf64_Sym *symbols = (const void *)(file + sections[i].sh_offset);
    const char *strings = (const char *)file + sections[sections[i].sh_link].sh_offset;
    size_t count = sections[i].sh_size / sizeof *symbols;
    program->functions = calloc(count, sizeof *program->functions);
    if (!program->functions) fail("memory");
    for (size_t k = 0; k < count; k++) {
      const Elf64_Sym *symbol = &symbols[k];
      if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || !symbol->st_size) continue;
      if (symbol->st_shndx >= header->e_shnum) continue;
      const Elf64_Shdr *section = &sections[symbol->st_shndx];
      if (strcmp(section_names + section->sh_name, ".text") != 0) continue;
      program->functions[program->count++] = (struct function){
          .address = symbol->st_value,
          .symbol = strings + symbol->st_name,
          .first_byte = file[symbol->st_value - section->sh_addr + section->sh_offset]};
    }
  }
  // Of several symbols of one function, one is enough for the linker.
  qsort(program->functions, program->count, sizeof *program->functions, by_address);
  size_t kept = 0;
  for (size_t i = 0; i < program->count; i++)
    if (!kept || program->functions[i].address != program->functions[kept - 1].address)
      program->functions[kept++] = program->functions[i];
  program->count = kept;
}

// The program with this path, or null if it is none of those whose names were given.
static struct program *program_at(const char *path) {
  const char *name = strrchr(path, '/') + 1;
  bool is_wanted = false;
  for (char **wanted = names; strcmp(*wanted, "--") != 0; wanted++) is_wanted |= strcmp(*wanted, name) == 0;
  if (!is_wanted) return NULL;
  for (size_t i = 0; i < program_count; i++)
    if (strcmp(programs[i].path, path) == 0) return &programs[i];
  if (program_count == sizeof programs / sizeof *programs) return NULL;
  struct program *program = &programs[program_count++];
  snprintf(program->path, sizeof program->path, "%s", path);
  struct stat status;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0 || fstat(descriptor, &status) < 0) fail(path);
  const unsigned char *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (file == MAP_FAILED) fail(path);
  close(descriptor);
  read_functions(program, file);
  char order[PATH_MAX];
  snprintf(order, sizeof order, "%s/%s.order", folder, name);
  program->order = fopen(order, "w");
  if (!program->order) fail(order);
  return program;
}

static void executed(struct process *process) {
  char path[PATH_MAX], link[64], line[PATH_MAX + 256];
  process->program = NULL;
  snprintf(link, sizeof link, "/proc/%d/exe", process->id);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  struct program *program = program_at(path);
  if (!program) return;
  snprintf(link, sizeof link, "/proc/%d/maps", process->id);
  FILE *maps = fopen(link, "re");
  unsigned long base = 0;
  while (maps && fgets(line, sizeof line, maps))
    if (strstr(line, path)) {
      base = strtoul(line, NULL, 16);
      break;
    }
  if (maps) fclose(maps);
  int memory = memory_of(process->id);
  if (!base || memory < 0) fail(path);
  for (size_t i = 0; i < program->count; i++)
    if (!program->functions[i].is_called &&
        pwrite(memory, &breakpoint, 1, (off_t)(base + program->functions[i].address)) != 1)
      fail(path);
  close(memory);
  process->program = program;
  process->base = base;
}

// Takes the breakpoint away on which a process stands. False if it stands on none.
static bool is_called(struct process *process) {
  struct user_regs_struct registers;
  if (!process->program || ptrace(PTRACE_GETREGS, process->id, 0, &registers) < 0) return false;
  unsigned long address = registers.rip - 1;
  struct function key = {.address = address - process->base};
  struct program *program = process->program;
  struct function *function = bsearch(&key, program->functions, program->count, sizeof key, by_address);
  if (!function) return false;
  if (!function->is_called) {
    function->is_called = true;
    fprintf(program->order, "%s\n", function->symbol);
  }
  int memory = memory_of(process->id);
  if (memory < 0 || pwrite(memory, &function->first_byte, 1, (off_t)address) != 1) fail(program->path);
  close(memory);
  registers.rip = address;
  if (ptrace(PTRACE_SETREGS, process->id, 0, &registers) < 0) fail("a breakpoint");
  return true;
}

// Returns the signal that the stopped process gets.
static int stopped(struct process *process, int status) {
  int signal = WSTOPSIG(status), event = status >> 16;
  if (signal != SIGTRAP) return signal == SIGSTOP ? 0 : signal;
  unsigned long child;
  switch (event) {
  case 0: return is_called(process) ? 0 : signal;
  case PTRACE_EVENT_EXEC: executed(process); return 0;
  case PTRACE_EVENT_FORK:
  case PTRACE_EVENT_VFORK:
  case PTRACE_EVENT_CLONE:
    if (ptrace(PTRACE_GETEVENTMSG, process->id, 0, &child) == 0) {
      struct process parent = *process;
      struct process *copy = process_of((pid_t)child);
      copy->program = parent.program;
      copy->base = parent.base;
      if (copy->is_orphan) ptrace(PTRACE_CONT, copy->id, 0, 0);
      copy->is_orphan = false;
    }
    return 0;
  default: return 0;
  }
}

int main(int count, char **arguments) {
  int end = 2;
  while (end < count && strcmp(arguments[end], "--") != 0) end++;
  if (count < 5 || end + 1 >= count) {
    fprintf(stderr, "usage: first-calls FOLDER PROGRAM... -- COMMAND [ARGUMENT...]\n");
    return 2;
  }
  folder = arguments[1];
  names = arguments + 2;
  char **command = arguments + end + 1;
  pid_t first = fork();
  if (first < 0) fail("fork");
  if (first == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    execvp(command[0], command);
    fail(command[0]);
  }
  int status, code = 1;
  if (waitpid(first, &status, 0) < 0) fail("wait");
  long options = PTRACE_O_EXITKILL | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;
  if (ptrace(PTRACE_SETOPTIONS, first, 0, options) < 0) fail("trace");
  process_of(first);
  ptrace(PTRACE_CONT, first, 0, 0);
  pid_t id;
  while ((id = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR) {
    if (id <= 0) continue;
    if (!WIFSTOPPED(status)) {
      if (id == first) code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      forget(id);
      continue;
    }
    if (!known(id)) {
      // Its parent's stop follows, and then it goes on.
      process_of(id)->is_orphan = true;
      continue;
    }
    int signal = stopped(process_of(id), status);
    ptrace(PTRACE_CONT, id, 0, signal);
  }
  return code;
}
