const clock = /^(-?)(\d{1,9}):([0-5]?\d)(?::([0-5]?\d))?$/
const spelled =
  /^(-?)\s*(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std\.?|stunden?))?\s*(?:(\d+(?:[.,]\d+)?)\s*(?:m|min\.?|mins|minutes?|minuten?))?\s*(?:(\d+)\s*(?:s|sec\.?|sek\.?|seconds?|sekunden?))?$/i

/**
 * Reads `37:30`, `37:30:15`, `2 h 30 min`, `90 min`, `2.5` (hours; `mark` is the decimal mark) as whole seconds; null when
 * it is none of these. Days are not read: a working day is not 24 hours.
 */
export function parseDuration(text: string, mark: '.' | ','): number | null {
  const plain = text.trim().replace(/^[−–]/, '-')
  const written = clock.exec(plain)
  if (written) {
    const [, sign, hours, minutes, rest = '0'] = written
    return signed(sign, Number(hours) * 3600 + Number(minutes) * 60 + Number(rest))
  }
  const number = mark === ',' ? /^-?\d{1,9}(,\d{1,6})?$/ : /^-?\d{1,9}(\.\d{1,6})?$/
  if (number.test(plain)) return Math.round(Number(plain.replace(',', '.')) * 3600)
  const words = spelled.exec(plain)
  if (!words || plain.replace('-', '').trim() === '') return null
  const [, sign, hours, minutes, rest] = words
  const amount = (part: string | undefined): number => Number((part ?? '0').replace(',', '.'))
  return signed(sign, Math.round(amount(hours) * 3600 + amount(minutes) * 60 + amount(rest)))
}

const signed = (sign: string | undefined, size: number): number => (sign === '-' && size > 0 ? -size : size)
