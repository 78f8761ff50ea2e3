type Facts = Record<string, string | number | boolean | null | undefined>

/** Writes one JSON object a line. Callers pass named facts, never headers, bodies or tokens. */
export interface Logger {
  debug(message: string, facts?: Facts): void
  info(message: string, facts?: Facts): void
  warn(message: string, facts?: Facts): void
  error(message: string, facts?: Facts): void
}

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof levels)[number]

/** A logger that writes what is at least as grave as `level`; `write` gets the line without its end. */
export function makeLogger(level: LogLevel, write: (line: string) => void = toStandardError): Logger {
  const least = levels.indexOf(level)
  const at =
    (name: (typeof levels)[number]) =>
    (message: string, facts: Facts = {}) => {
      if (levels.indexOf(name) < least) return
      write(JSON.stringify({ time: new Date().toISOString(), level: name, message, ...facts }))
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function toStandardError(line: string): void {
  process.stderr.write(`${line}\n`)
}
