/* Tesseract can fetch a picture from an address and read letters that are packed. The archive's program does neither, so these libraries are absent:
   nothing can be begun. */
#define NONE(name) \
	void *name(void) { return 0; }
#define FAILS(name) \
	int name(void) { return -1; }
NONE(curl_easy_init)
NONE(curl_easy_strerror)
NONE(curl_easy_cleanup)
FAILS(curl_easy_setopt)
FAILS(curl_easy_perform)
NONE(archive_read_new)
NONE(archive_entry_pathname)
NONE(archive_entry_size)
NONE(archive_read_data)
FAILS(archive_read_free)
FAILS(archive_read_next_header)
FAILS(archive_read_open_filename)
FAILS(archive_read_support_filter_all)
FAILS(archive_read_support_format_all)
