/** A day in words, `November 10, 2026`, in the site's time zone: the same on the server and in the browser. */
export function longDate(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(moment));
}
