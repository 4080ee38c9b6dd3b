// The kinds of cards.
#include "fakecard.h"

static void prop(struct card *c, const char *k, const char *v)
{
  snprintf(c->prop[c->n_props].k, sizeof(c->prop[0].k), "%s", k);
  snprintf(c->prop[c->n_props++].v, sizeof(c->prop[0].v), "%s", v);
}

static int add_port(struct card *c, enum spa_direction dir, const char *name, const char *description,
    const char *type, const char *icon, const char *group, int priority, enum avail a, int dev, int dev2)
{
  struct port *p = &c->port[c->n_ports];
  *p = (struct port) { name, description, type, icon, group, dir, priority, a, { dev, dev2 }, { 1, 1 }, false, false };
  return c->n_ports++;
}

static void add_dev(struct card *c, bool sink, int id, const char *node_name, const char *description,
    const char *profile_name, const char *profile_description, int priority)
{
  c->dev[c->n_devs++] = (struct dev) { .card = c, .sink = sink, .id = id, .node_name = node_name,
    .description = description, .profile_name = profile_name,
    .profile_description = profile_description, .priority = priority, .active = -1,
    .node_id = SPA_ID_INVALID, .monitor_id = { SPA_ID_INVALID, SPA_ID_INVALID } };
}

static void add_profile(struct card *c, const char *name, const char *description, int priority,
    enum avail a, int n, ...)
{
  struct profile *p = &c->profile[c->n_profiles++];
  va_list ap;
  *p = (struct profile) { .name = name, .description = description, .priority = priority, .avail = a };
  va_start(ap, n);
  for (; p->n_devs < n; p->n_devs++)
    p->devs[p->n_devs] = va_arg(ap, int);
  va_end(ap);
}

static void common_alsa(struct card *c, const char *name, const char *description, const char *nick,
    const char *bus, const char *form, const char *icon)
{
  prop(c, "device.api", "alsa");
  prop(c, "media.class", "Audio/Device");
  prop(c, "device.name", name);
  prop(c, "device.description", description);
  prop(c, "device.nick", nick);
  prop(c, "device.bus", bus);
  if (form)
    prop(c, "device.form-factor", form);
  prop(c, "device.icon-name", icon);
  prop(c, "device.enum.api", "udev");
  prop(c, "device.subsystem", "sound");
  prop(c, "api.alsa.use-acp", "true");
  prop(c, "api.acp.auto-port", "false");
  prop(c, "api.acp.auto-profile", "false");
  prop(c, "api.alsa.card.name", nick);
  prop(c, "api.alsa.path", "hw:0");
  prop(c, "alsa.card_name", nick);
  prop(c, "object.path", "alsa:pcm:0");
}

#define OUT SPA_DIRECTION_OUTPUT
#define IN SPA_DIRECTION_INPUT

/* laptop, legacy HDA: one sink, the jack switches its route */
static void model_analog(struct card *c)
{
  common_alsa(c, "alsa_card.pci-0000_00_1f.3", "Built-in Audio", "HDA Intel PCH", "pci", "internal",
      "audio-card-analog-pci");
  add_profile(c, "off", "Off", 0, YES, 0);
  add_profile(c, "output:analog-stereo+input:analog-stereo", "Analog Stereo Duplex", 6565, YES, 2, 7, 6);
  add_profile(c, "output:analog-stereo", "Analog Stereo Output", 6500, YES, 1, 6);
  add_profile(c, "input:analog-stereo", "Analog Stereo Input", 65, YES, 1, 7);
  add_profile(c, "output:hdmi-stereo+input:analog-stereo", "Digital Stereo (HDMI) Output + Analog Stereo Input",
      5965, NO, 2, 7, 8);
  add_dev(c, true, 6, "alsa_output.pci-0000_00_1f.3.analog-stereo", "Built-in Audio Analog Stereo",
      "analog-stereo", "Analog Stereo", 1009);
  add_dev(c, false, 7, "alsa_input.pci-0000_00_1f.3.analog-stereo", "Built-in Audio Analog Stereo",
      "analog-stereo", "Analog Stereo", 2009);
  add_dev(c, true, 8, "alsa_output.pci-0000_00_1f.3.hdmi-stereo", "Built-in Audio Digital Stereo (HDMI)",
      "hdmi-stereo", "Digital Stereo (HDMI)", 696);
  add_port(c, IN, "analog-input-internal-mic", "Internal Microphone", "mic", "audio-input-microphone", NULL,
      8900, UNKNOWN, 7, -1);
  add_port(c, IN, "analog-input-mic", "Microphone", "mic", "audio-input-microphone", "Legacy 1",
      8700, NO, 7, -1);
  c->speaker = add_port(c, OUT, "analog-output-speaker", "Speakers", "speaker", "audio-speakers", NULL,
      10000, NO, 6, -1);
  c->headphones = add_port(c, OUT, "analog-output-headphones", "Headphones", "headphones", "audio-headphones",
      "Legacy 2", 9900, YES, 6, -1);
  add_port(c, OUT, "hdmi-output-0", "HDMI / DisplayPort", "hdmi", "video-display", "Legacy 3",
      5900, NO, 8, -1);
  c->active = 1;
  c->dev[1].active = 0;
}

/* laptop, UCM, speaker and headphones in conflict: the jack switches the
 * profile, so one sink goes and another comes; an HDMI sink is always there */
static void model_ucm(struct card *c)
{
  common_alsa(c, "alsa_card.pci-0000_00_1f.3-platform-skl_hda_dsp_generic", "Laptop HD Audio Controller",
      "sof-hda-dsp", "pci", "internal", "audio-card-analog-pci");
  add_profile(c, "off", "Off", 0, YES, 0);
  add_profile(c, "HiFi (HDMI1, Headphones, Mic1, Mic2)", "Play HiFi quality Music (HDMI1, Headphones, Mic1, Mic2)",
      10300, YES, 3, 3, 0, 1);
  add_profile(c, "HiFi (HDMI1, Mic1, Mic2, Speaker)", "Play HiFi quality Music (HDMI1, Mic1, Mic2, Speaker)",
      10200, YES, 3, 3, 0, 2);
  add_profile(c, "pro-audio", "Pro Audio", 1, YES, 1, 2);
  add_dev(c, true, 0, "alsa_output.pci-0000_00_1f.3-platform-skl_hda_dsp_generic.HiFi__HDMI1__sink",
      "Laptop HD Audio Controller HDMI / DisplayPort 1 Output", "HiFi: HDMI1: sink",
      "HDMI / DisplayPort 1 Output", 696);
  add_dev(c, true, 1, "alsa_output.pci-0000_00_1f.3-platform-skl_hda_dsp_generic.HiFi__Headphones__sink",
      "Laptop HD Audio Controller Headphones", "HiFi: Headphones: sink", "Headphones", 1000);
  add_dev(c, true, 2, "alsa_output.pci-0000_00_1f.3-platform-skl_hda_dsp_generic.HiFi__Speaker__sink",
      "Laptop HD Audio Controller Speaker", "HiFi: Speaker: sink", "Speaker", 1000);
  add_dev(c, false, 3, "alsa_input.pci-0000_00_1f.3-platform-skl_hda_dsp_generic.HiFi__Mic1__source",
      "Laptop HD Audio Controller Digital Microphone", "HiFi: Mic1: source", "Digital Microphone", 2000);
  add_port(c, OUT, "[Out] HDMI1", "HDMI / DisplayPort 1 Output", "hdmi", NULL, "HDMI/DP,pcm=3",
      500, NO, 0, -1);
  c->headphones = add_port(c, OUT, "[Out] Headphones", "Headphones", "headphones", NULL, "Headphone",
      200, YES, 1, -1);
  add_port(c, OUT, "[Out] Speaker", "Speaker", "speaker", NULL, NULL, 100, UNKNOWN, 2, -1);
  add_port(c, IN, "[In] Mic1", "Digital Microphone", "mic", NULL, NULL, 100, UNKNOWN, 3, -1);
  c->active = 1;
  c->dev[3].active = 3;
}

/* laptop, UCM, separate PCMs: both sinks stay, the jack makes one unavailable */
static void model_ucm_split(struct card *c)
{
  common_alsa(c, "alsa_card.pci-0000_04_00.6", "Family 17h/19h HD Audio Controller", "HD-Audio Generic",
      "pci", "internal", "audio-card-analog-pci");
  add_profile(c, "off", "Off", 0, YES, 0);
  add_profile(c, "HiFi", "Play HiFi quality Music", 8000, YES, 3, 2, 0, 1);
  add_dev(c, true, 0, "alsa_output.pci-0000_04_00.6.HiFi__Headphones__sink",
      "Family 17h/19h HD Audio Controller Headphones", "HiFi: Headphones: sink", "Headphones", 1010);
  add_dev(c, true, 1, "alsa_output.pci-0000_04_00.6.HiFi__Speaker__sink",
      "Family 17h/19h HD Audio Controller Speaker", "HiFi: Speaker: sink", "Speaker", 1000);
  add_dev(c, false, 2, "alsa_input.pci-0000_04_00.6.HiFi__Mic1__source",
      "Family 17h/19h HD Audio Controller Digital Microphone", "HiFi: Mic1: source", "Digital Microphone", 2000);
  c->headphones = add_port(c, OUT, "[Out] Headphones", "Headphones", "headphones", NULL, "Headphone",
      300, YES, 0, -1);
  add_port(c, OUT, "[Out] Speaker", "Speaker", "speaker", NULL, NULL, 100, UNKNOWN, 1, -1);
  add_port(c, IN, "[In] Mic1", "Digital Microphone", "mic", NULL, NULL, 100, UNKNOWN, 2, -1);
  c->active = 1;
  c->dev[2].active = 2;
}

/* only speakers: where the sound goes when something else is pulled */
static void model_speakers(struct card *c)
{
  common_alsa(c, "alsa_card.pci-0000_00_1b.0", "Internal Speakers", "HDA Intel", "pci", "internal",
      "audio-card-analog-pci");
  add_profile(c, "off", "Off", 0, YES, 0);
  add_profile(c, "output:analog-stereo", "Analog Stereo Output", 6500, YES, 1, 1);
  add_dev(c, true, 1, "alsa_output.pci-0000_00_1b.0.analog-stereo", "Internal Speakers Analog Stereo",
      "analog-stereo", "Analog Stereo", 1000);
  c->headphones = add_port(c, OUT, "analog-output-speaker", "Speakers", "speaker", "audio-speakers", NULL,
      10000, UNKNOWN, 1, -1);
  c->active = 1;
}

static void model_usb(struct card *c)
{
  common_alsa(c, "alsa_card.usb-Example_USB_Headset_0001-00", "USB Headset", "USB Headset", "usb", "headset",
      "audio-headset-analog-usb");
  add_profile(c, "off", "Off", 0, YES, 0);
  add_profile(c, "output:analog-stereo+input:mono-fallback", "Analog Stereo Output + Mono Input", 6501, YES, 2, 2, 1);
  add_profile(c, "output:analog-stereo", "Analog Stereo Output", 6500, YES, 1, 1);
  add_dev(c, true, 1, "alsa_output.usb-Example_USB_Headset_0001-00.analog-stereo", "USB Headset Analog Stereo",
      "analog-stereo", "Analog Stereo", 1109);
  add_dev(c, false, 2, "alsa_input.usb-Example_USB_Headset_0001-00.mono-fallback", "USB Headset Mono",
      "mono-fallback", "Mono", 2109);
  add_port(c, IN, "analog-input-mic", "Microphone", "mic", "audio-input-microphone", NULL, 8700, UNKNOWN, 2, -1);
  c->headphones = add_port(c, OUT, "analog-output", "Analog Output", "analog", NULL, NULL, 9900, UNKNOWN, 1, -1);
  c->active = 1;
  c->dev[1].active = 0;
}

static void model_hdmi(struct card *c)
{
  common_alsa(c, "alsa_card.pci-0000_01_00.1", "GPU HD Audio Controller", "HDA GPU", "pci", NULL,
      "audio-card-analog-pci");
  add_profile(c, "off", "Off", 0, YES, 0);
  add_profile(c, "output:hdmi-stereo", "Digital Stereo (HDMI) Output", 5900, YES, 1, 3);
  add_dev(c, true, 3, "alsa_output.pci-0000_01_00.1.hdmi-stereo", "GPU HD Audio Controller Digital Stereo (HDMI)",
      "hdmi-stereo", "Digital Stereo (HDMI)", 1100);
  c->headphones = add_port(c, OUT, "hdmi-output-0", "HDMI / DisplayPort", "hdmi", "video-display", "Legacy 1",
      5900, YES, 3, -1);
  c->active = 1;
}

/* Bluetooth: "remove" is a disconnect, "profile headset-head-unit" is a call */
static void model_bluetooth(struct card *c)
{
  c->bluez = true;
  prop(c, "device.api", "bluez5");
  prop(c, "device.bus", "bluetooth");
  prop(c, "media.class", "Audio/Device");
  prop(c, "device.name", "bluez_card.AA_BB_CC_DD_EE_FF");
  prop(c, "device.description", "Bluetooth Headphones");
  prop(c, "device.alias", "Bluetooth Headphones");
  prop(c, "device.form-factor", "headphone");
  prop(c, "device.icon-name", "audio-headphones-bluetooth");
  prop(c, "device.string", "AA:BB:CC:DD:EE:FF");
  prop(c, "api.bluez5.icon", "audio-headphones");
  prop(c, "api.bluez5.path", "/org/bluez/hci0/dev_AA_BB_CC_DD_EE_FF");
  prop(c, "api.bluez5.address", "AA:BB:CC:DD:EE:FF");
  prop(c, "api.bluez5.class", "0x240418");
  prop(c, "api.bluez5.connection", "connected");
  prop(c, "api.bluez5.device", "");
  add_profile(c, "off", "Off", 0, YES, 0);
  add_profile(c, "a2dp-sink", "High Fidelity Playback (A2DP Sink, codec SBC)", 16, YES, 1, 1);
  add_profile(c, "headset-head-unit", "Headset Head Unit (HSP/HFP, codec mSBC)", 2, YES, 2, 0, 2);
  add_dev(c, false, 0, "bluez_input.AA_BB_CC_DD_EE_FF.0", "Bluetooth Headphones", NULL, NULL, 2010);
  add_dev(c, true, 1, "bluez_output.AA_BB_CC_DD_EE_FF.1", "Bluetooth Headphones", NULL, NULL, 1010);
  /* BlueZ uses the same id for both profiles; here the call's sink is a dev
   * of its own, so that it is a new node */
  add_dev(c, true, 2, "bluez_output.AA_BB_CC_DD_EE_FF.1", "Bluetooth Headphones", NULL, NULL, 1010);
  c->headphones = add_port(c, OUT, "headphone-output", "Headphone", "headphones", NULL, NULL, 0, YES, 1, -1);
  add_port(c, IN, "headphone-hf-input", "Handsfree", "headphones", NULL, NULL, 0, YES, 0, -1);
  add_port(c, OUT, "headphone-hf-output", "Handsfree", "headphones", NULL, NULL, 0, YES, 2, -1);
  c->active = 1;
}

static const struct { const char *kind; void (*build)(struct card *); const char *what; } models[] = {
  { "analog", model_analog, "laptop, legacy HDA: the jack switches the route of one sink" },
  { "ucm", model_ucm, "laptop, UCM: the jack switches the profile, one sink goes, another comes" },
  { "ucm-split", model_ucm_split, "laptop, UCM: both sinks stay, the jack makes one unavailable" },
  { "speakers", model_speakers, "internal speakers without a jack" },
  { "usb", model_usb, "USB headset: plug and unplug are add and remove" },
  { "hdmi", model_hdmi, "monitor: the jack makes the only sink's route and profile unavailable" },
  { "bluetooth", model_bluetooth, "Bluetooth headphones: add and remove, and a profile for calls" },
};

struct card *new_card(struct app *app, const char *spec)
{
  const char *eq = strchr(spec, '='), *kind = eq ? eq + 1 : spec;
  struct card *c;

  if (app->n_cards == MAX_CARDS)
    return NULL;
  for (size_t i = 0; i < SPA_N_ELEMENTS(models); i++) {
    if (!spa_streq(kind, models[i].kind))
      continue;
    c = &app->card[app->n_cards++];
    c->app = app;
    c->kind = models[i].kind;
    c->speaker = -1;
    c->global_id = SPA_ID_INVALID;
    snprintf(c->name, sizeof(c->name), "%.*s", eq ? (int)(eq - spec) : 31, spec);
    models[i].build(c);
    update_profiles(c);
    for (int j = 0; j < N_PARAMS; j++)
      c->touched[j] = 0;
    return c;
  }
  return NULL;
}

void print_kinds(FILE *file)
{
  for (size_t i = 0; i < SPA_N_ELEMENTS(models); i++)
    fprintf(file, "  %-10s %s\n", models[i].kind, models[i].what);
}
