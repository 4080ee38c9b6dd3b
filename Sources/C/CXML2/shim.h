#pragma once
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdbool.h>
#include <string.h>

// The table of callbacks has members with variable arguments, which Swift does not import, so it is filled here. All
// other members stay empty: no entity is declared or loaded, no tree is built, no error is printed.
static inline bool aloud_markup_parse(
    const char *bytes, int count, bool html, void *context, startElementSAXFunc start, endElementSAXFunc end,
    charactersSAXFunc characters) {
  xmlParserCtxtPtr parser =
      html ? htmlCreateMemoryParserCtxt(bytes, count) : xmlCreateMemoryParserCtxt(bytes, count);
  if (!parser) return false;
  memset(parser->sax, 0, sizeof *parser->sax);
  parser->sax->initialized = 1;
  parser->sax->startElement = start;
  parser->sax->endElement = end;
  parser->sax->characters = characters;
  parser->sax->ignorableWhitespace = characters;
  parser->userData = context;
  if (html) {
    htmlCtxtUseOptions(
        parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_COMPACT |
                    HTML_PARSE_IGNORE_ENC);
  } else {
    xmlCtxtUseOptions(
        parser, XML_PARSE_RECOVER | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET | XML_PARSE_SAX1 |
                    XML_PARSE_IGNORE_ENC);
  }
  xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
  int result = html ? htmlParseDocument(parser) : xmlParseDocument(parser);
  bool isWellFormed = result == 0 && parser->wellFormed;
  if (parser->myDoc) xmlFreeDoc(parser->myDoc);
  parser->myDoc = NULL;
  xmlFreeParserCtxt(parser);
  return isWellFormed;
}
