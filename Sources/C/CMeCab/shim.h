#pragma once
// The part of MeCab's interface (mecab.h of libmecab-dev 0.996) that is called. `Morphology` looks the functions up in
// the library when a Japanese text is to be spoken, so nothing is linked. The interface is that of 2013.

#include <stddef.h>

typedef struct aloud_mecab aloud_mecab;

// The beginning of mecab_node_t.
typedef struct aloud_mecab_node {
  struct aloud_mecab_node *prev;
  struct aloud_mecab_node *next;
  struct aloud_mecab_node *enext;
  struct aloud_mecab_node *bnext;
  void *rpath;
  void *lpath;
  const char *surface;
  const char *feature;
  unsigned int id;
  // Bytes of the word, without and with the white space before it.
  unsigned short length;
  unsigned short rlength;
  unsigned short right_attribute;
  unsigned short left_attribute;
  unsigned short part_of_speech;
  unsigned char character_type;
  // 0: a known word, 1: an unknown one, 2 and 3: the ends of the text.
  unsigned char stat;
} aloud_mecab_node;

// The beginning of mecab_dictionary_info_t.
typedef struct aloud_mecab_dictionary {
  const char *filename;
  const char *charset;
  unsigned int size;
  int type;
  unsigned int left_size;
  unsigned int right_size;
  unsigned short version;
} aloud_mecab_dictionary;

typedef aloud_mecab *(*aloud_mecab_new)(int count, char **arguments);
typedef const aloud_mecab_node *(*aloud_mecab_nodes)(aloud_mecab *mecab, const char *text, size_t length);
typedef const aloud_mecab_dictionary *(*aloud_mecab_dictionary_info)(aloud_mecab *mecab);
typedef void (*aloud_mecab_destroy)(aloud_mecab *mecab);

// The name of the library: Debian's libmecab2.
#define ALOUD_MECAB_LIBRARY "libmecab.so.2"
#define ALOUD_MECAB_KNOWN 0
#define ALOUD_MECAB_UNKNOWN 1
#define ALOUD_MECAB_END 3
