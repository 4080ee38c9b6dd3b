#pragma once
// The beginning of ONNX Runtime's interface (onnxruntime_c_api.h, version 1 and later): the library is opened when a
// natural voice speaks, so nothing is linked. `OnnxRuntime` has the places of the functions in the table.

#include <stddef.h>
#include <stdint.h>

typedef struct aloud_onnx_base {
  const void *const *(*table)(uint32_t version);
  const char *(*version)(void);
} aloud_onnx_base;

typedef const aloud_onnx_base *(*aloud_onnx_get_base)(void);

// Functions of glibc that its headers show with _GNU_SOURCE alone.
typedef struct aloud_symbol_information {
  const char *file;
  void *base;
  const char *symbol;
  void *address;
} aloud_symbol_information;

int dladdr(const void *address, aloud_symbol_information *information);
void *memmem(const void *where, size_t size, const void *wanted, size_t length);
