import { saying } from '#base/saying.ts'
import { AppError } from '#base/app-error.ts'

/** Most letters of one record; more is no table. */
const longest = 16_000_000

const quote = 34
const backslash = 92
const comma = 44
const open = [91, 123]
const close = [93, 125]
const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

const refuse = (text: string): AppError =>
  new AppError('invalid', saying('The file is not valid JSON: {{why}}', { why: text }))

/**
 * The items of a JSON list, or the values of JSON lines, as texts, however long the file is: only one item is in memory.
 * `list` says which it was. Throws `invalid` for what is neither.
 */
export async function* jsonItems(
  chunks: AsyncIterable<string>,
): AsyncGenerator<{ text: string; list: boolean }> {
  let list: boolean | null = null
  let ended = false
  let depth = 0
  let inText = false
  let escaped = false
  let item = ''
  for await (const chunk of chunks) {
    let from = depth > 0 ? 0 : -1
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (inText) {
        if (escaped) escaped = false
        else if (code === backslash) escaped = true
        else if (code === quote) inText = false
        continue
      }
      if (depth > 0) {
        if (code === quote) inText = true
        else if (open.includes(code)) depth++
        else if (close.includes(code) && --depth === 0) {
          yield { text: item + chunk.slice(from, at + 1), list: list === true }
          item = ''
          from = -1
        }
        continue
      }
      if (isBlank(code)) continue
      if (list === null) {
        list = code === 91
        if (list) continue
      }
      if (ended) throw refuse('something stands behind its end.')
      if (code === 123) {
        depth = 1
        from = at
      } else if (list && code === 93) ended = true
      else if (!(list && code === comma))
        throw new AppError('invalid', 'Every item of the list must be an object.')
    }
    if (from !== -1) item += chunk.slice(from)
    if (item.length > longest) throw new AppError('too_large', 'One item of the list is too large.')
  }
  if (depth > 0 || inText || (list === true && !ended)) throw refuse('it ends in the middle.')
}
