#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>

// AE_IFREG and its like are macros with a cast, which Swift does not import.
static inline bool aloud_entry_is_file(struct archive_entry *entry) { return archive_entry_filetype(entry) == AE_IFREG; }
static inline bool aloud_entry_is_folder(struct archive_entry *entry) {
  return archive_entry_filetype(entry) == AE_IFDIR;
}
