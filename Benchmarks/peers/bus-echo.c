// The least cost of Properties.Get: a service that answers it directly with libdbus, and a client for any service.
//
//   cc -O2 bus-echo.c $(pkg-config --cflags --libs dbus-1) -o bus-echo
//   bus-echo serve NAME                                    answers Get with variant int64 42, at any path
//   bus-echo ask NAME PATH INTERFACE PROPERTY COUNT [GAP]  prints round trips per second, then p50, p99 and the slowest
//                                                          in microseconds; GAP microseconds between two of them
//
// SPDX-License-Identifier: GPL-3.0-or-later
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static DBusHandlerResult answer(DBusConnection *connection, DBusMessage *call, void *context) {
  (void)context;
  const char *interface, *name;
  if (!dbus_message_is_method_call(call, "org.freedesktop.DBus.Properties", "Get") ||
      !dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &name, DBUS_TYPE_INVALID))
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
  dbus_int64_t value = 42;
  DBusMessage *reply = dbus_message_new_method_return(call);
  DBusMessageIter iterator, variant;
  dbus_message_iter_init_append(reply, &iterator);
  dbus_message_iter_open_container(&iterator, DBUS_TYPE_VARIANT, "x", &variant);
  dbus_message_iter_append_basic(&variant, DBUS_TYPE_INT64, &value);
  dbus_message_iter_close_container(&iterator, &variant);
  dbus_connection_send(connection, reply, NULL);
  dbus_message_unref(reply);
  return DBUS_HANDLER_RESULT_HANDLED;
}

static int serve(DBusConnection *bus, const char *name) {
  dbus_bus_request_name(bus, name, DBUS_NAME_FLAG_DO_NOT_QUEUE, NULL);
  dbus_connection_add_filter(bus, answer, NULL, NULL);
  while (dbus_connection_read_write_dispatch(bus, -1)) {
  }
  return 0;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static int ask(DBusConnection *bus, char **place, int count, long gap) {
  double *times = malloc(sizeof(double) * count);
  double start = now();
  for (int i = 0; i < count; i++) {
    if (gap) nanosleep(&(struct timespec){.tv_nsec = gap * 1000}, NULL);
    double before = now();
    DBusMessage *call = dbus_message_new_method_call(place[0], place[1], "org.freedesktop.DBus.Properties", "Get");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &place[2], DBUS_TYPE_STRING, &place[3], DBUS_TYPE_INVALID);
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, 5000, &error);
    dbus_message_unref(call);
    if (!reply) {
      fprintf(stderr, "%s: %s\n", error.name, error.message);
      return 1;
    }
    dbus_message_unref(reply);
    times[i] = now() - before;
  }
  double took = now() - start;
  qsort(times, count, sizeof(double), ascending);
  printf("%.0f %.1f %.1f %.1f\n", count / took, times[count / 2] * 1e6, times[count * 99 / 100] * 1e6,
         times[count - 1] * 1e6);
  free(times);
  return 0;
}

int main(int argc, char **argv) {
  DBusConnection *bus = dbus_bus_get(DBUS_BUS_SESSION, NULL);
  if (bus && argc == 3 && !strcmp(argv[1], "serve")) return serve(bus, argv[2]);
  if (bus && (argc == 7 || argc == 8) && !strcmp(argv[1], "ask"))
    return ask(bus, argv + 2, atoi(argv[6]), argc == 8 ? atol(argv[7]) : 0);
  return 2;
}
