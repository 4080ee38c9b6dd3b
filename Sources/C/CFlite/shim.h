#pragma once
// The part of flite's interface (flite.h of flite1-dev 2.2) that is used. `Flite` looks the functions up in the library,
// so nothing is linked: who has not installed it has no such voices.

typedef struct aloud_flite_features aloud_flite_features;
typedef struct aloud_flite_value aloud_flite_value;
typedef struct aloud_flite_relation aloud_flite_relation;
typedef struct aloud_flite_item aloud_flite_item;
typedef struct aloud_flite_utterance aloud_flite_utterance;

// cst_wave.
typedef struct aloud_flite_wave {
  const char *type;
  int sample_rate;
  int num_samples;
  int num_channels;
  short *samples;
} aloud_flite_wave;

// The beginning of cst_voice.
typedef struct aloud_flite_voice {
  const char *name;
  aloud_flite_features *features;
} aloud_flite_voice;

// The beginning of cst_cg_db, the model of a statistical voice.
typedef struct aloud_flite_model {
  const char *name;
  const char *const *types;
  int num_types;
  int sample_rate;
  float pitch, pitch_deviation;
} aloud_flite_model;

// cst_audio_streaming_info. The function gets each part of the sound as soon as it is made; another result than 0 ends
// the sound.
typedef struct aloud_flite_stream {
  int least;
  int (*take)(const aloud_flite_wave *wave, int start, int size, int last, struct aloud_flite_stream *stream);
  const aloud_flite_utterance *utterance;
  const aloud_flite_item *item;
  void *context;
} aloud_flite_stream;

typedef int (*aloud_flite_init)(void);
typedef aloud_flite_voice *(*aloud_flite_register)(const char *folder);
typedef aloud_flite_utterance *(*aloud_flite_synthesize)(const char *text, aloud_flite_voice *voice);
typedef void (*aloud_flite_delete)(aloud_flite_utterance *utterance);

typedef aloud_flite_relation *(*aloud_flite_get_relation)(const aloud_flite_utterance *utterance, const char *name);
typedef aloud_flite_item *(*aloud_flite_end)(const aloud_flite_relation *relation);
typedef aloud_flite_item *(*aloud_flite_step)(const aloud_flite_item *item);
typedef aloud_flite_item *(*aloud_flite_as)(const aloud_flite_item *item, const char *relation);
typedef aloud_flite_features *(*aloud_flite_of_item)(const aloud_flite_item *item);

// These give the last argument for a feature that is missing; the others end the process.
typedef float (*aloud_flite_float)(const aloud_flite_features *features, const char *name, float missing);
typedef const char *(*aloud_flite_string)(
  const aloud_flite_features *features, const char *name, const char *missing);
typedef const aloud_flite_value *(*aloud_flite_value_of)(const aloud_flite_features *features, const char *name);
typedef void (*aloud_flite_set_float)(aloud_flite_features *features, const char *name, float value);
typedef void (*aloud_flite_set)(aloud_flite_features *features, const char *name, const aloud_flite_value *value);
typedef const aloud_flite_model *(*aloud_flite_model_of)(const aloud_flite_value *value);
typedef aloud_flite_stream *(*aloud_flite_new_stream)(void);
typedef aloud_flite_value *(*aloud_flite_stream_value)(const aloud_flite_stream *stream);

// The name of the library: Debian's libflite1.
#define ALOUD_FLITE_LIBRARY "libflite.so.1"

// dladdr(3), which is declared only with _GNU_SOURCE: the file of a function.
typedef struct aloud_function_place {
  const char *file;
  void *base;
  const char *symbol;
  void *address;
} aloud_function_place;
int aloud_find_function(const void *function, aloud_function_place *place) __asm__("dladdr");
