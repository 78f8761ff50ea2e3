const mostNamed = 40

const listed = (words: readonly string[]): string =>
  words.length > mostNamed
    ? `${words.slice(0, mostNamed).join(', ')} and ${words.length - mostNamed} more`
    : words.join(', ')

/** What is said of the groups of a file that were not taken, for whoever imports it. */
export const groupNotes = {
  noSet: (name: string, type: string, codes: readonly string[]): string =>
    `The catalogue “${name}”${type === '' ? '' : ` (${type})`} is no set of cost groups here. Not taken: ${listed(codes)}.`,
  noGroup: (set: string, code: string, lines: readonly string[]): string =>
    `“${set}” has no group ${code}. Not taken for ${listed(lines)}.`,
  notWritten: (count: number): string =>
    `Cost groups of lines that could not be written here: ${count}. They are not taken.`,
}
