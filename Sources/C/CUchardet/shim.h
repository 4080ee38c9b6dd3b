#pragma once
#include <stddef.h>
#include <uchardet.h>
