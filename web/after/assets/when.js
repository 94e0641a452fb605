// Tells times in the reader's zone: the page was written in the server's.
const lang = document.documentElement.lang;
const format = new Intl.DateTimeFormat(lang, {dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23'});
for (const time of document.querySelectorAll('time[data-when]')) time.textContent = format.format(new Date(time.dateTime));
