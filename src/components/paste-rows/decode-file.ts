/** The text of a file: UTF-8 where all of it is, else Windows-1252, in which spreadsheets on Windows save. */
export function decodeFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
