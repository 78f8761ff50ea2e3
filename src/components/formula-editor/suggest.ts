import type { FormulaFunction } from '#expressions/formulas/function-types.ts'
import { formulaHelp, helpOf, offeredFunctions, type FunctionHelp } from './formula-help.ts'
import type { FormulaName } from './formula-names.ts'

/** One thing that may be written where the caret is. */
export interface Suggestion {
  /** What is written. */
  text: string
  kind: 'field' | 'function'
  label: string
  detail: string
}

/** The word before the caret, and where it begins. */
export function wordAt(text: string, caret: number): { word: string; from: number } {
  const before = text.slice(0, caret)
  if (isInText(before)) return { word: '', from: caret }
  const word = /[\p{L}_][\p{L}\p{N}_.]*$/u.exec(before)?.[0] ?? ''
  return { word, from: caret - word.length }
}

/** Whether the caret is inside a text in quotes. */
function isInText(before: string): boolean {
  let quote = ''
  for (let at = 0; at < before.length; at++) {
    const sign = before[at]
    if (sign === '\\' && quote !== '') at++
    else if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
  }
  return quote !== ''
}

const mostOffered = 40

/**
 * What fits the word before the caret, the best first: names that begin so, fields whose label has a word that begins so,
 * then everything that contains it. `all`: also where no word was begun.
 */
export function suggestions(
  text: string,
  caret: number,
  names: readonly FormulaName[],
  {
    all = false,
    functions: offered = offeredFunctions,
    translate,
  }: { all?: boolean; functions?: readonly FormulaFunction[] | undefined; translate(text: string): string },
): Suggestion[] {
  const { word } = wordAt(text, caret)
  const wanted = word.toLowerCase()
  if (wanted === '' && !all) return []
  const depth = wanted.split('.').length
  const fields = names
    .filter(({ name }) => name.split('.').length <= depth || (wanted !== '' && !wanted.includes('.')))
    .map(({ name, label, type }) => ({
      rank: rankOf(wanted, name, label) + (name.split('.').length > depth ? 1.5 : 0),
      text: name,
      kind: 'field' as const,
      label,
      detail: translate(type),
    }))
  const functions = offered.map((name) => ({
    rank: rankOf(wanted, name, translate(formulaHelp[name].gives)) + 0.5,
    text: `${name}()`,
    kind: 'function' as const,
    label: signature(name, formulaHelp[name], translate),
    detail: translate(formulaHelp[name].gives),
  }))
  return [...fields, ...functions]
    .filter(({ rank, text: written }) => rank < none && written !== word)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostOffered)
    .map(({ rank: _rank, ...offered }) => offered)
}

/** Whether the word before the caret is a name already: Enter then takes the formula, not a longer name. */
export const isWhole = (text: string, caret: number, names: ReadonlySet<string>): boolean =>
  names.has(wordAt(text, caret).word)

const none = 10

function rankOf(wanted: string, name: string, label: string): number {
  if (wanted === '') return 0
  const [key, words] = [name.toLowerCase(), label.toLowerCase()]
  if (key.startsWith(wanted)) return 0
  if (words.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 1
  return key.includes(wanted) || words.includes(wanted) ? 2 : none
}

// A function with its values in words: `round(number, digits)`.
const signature = (name: string, { values }: FunctionHelp, translate: (text: string) => string): string =>
  `${name}(${values.map((value) => (/^\p{L}/u.test(value) ? translate(value) : value)).join(', ')})`

/** Puts a suggestion in place of the word before the caret; the caret goes between the brackets of a function. */
export function withSuggestion(
  text: string,
  caret: number,
  { text: written, kind }: Pick<Suggestion, 'text' | 'kind'>,
): { text: string; caret: number } {
  const { from } = wordAt(text, caret)
  const rest = text.slice(caret)
  // The brackets are there already when a name is exchanged.
  const plain = kind === 'function' && rest.startsWith('(') ? written.slice(0, -2) : written
  const inside = kind === 'function' ? from + written.length - 1 : from + plain.length
  return { text: text.slice(0, from) + plain + rest, caret: inside }
}

/** The function whose brackets the caret is in, and which of its values; null outside of all. */
export function callAt(
  text: string,
  caret: number,
): { name: string; help: FunctionHelp; value: number } | null {
  const open: { name: string; value: number }[] = []
  let quote = ''
  for (let at = 0; at < caret; at++) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(') open.push({ name: /(\w+)\s*$/.exec(text.slice(0, at))?.[1] ?? '', value: 0 })
    else if (sign === ')') open.pop()
    else if (sign === ',') {
      const last = open.at(-1)
      if (last) last.value += 1
    }
  }
  for (const call of open.toReversed()) {
    const help = helpOf(call.name)
    if (help) return { name: call.name, help, value: Math.min(call.value, help.values.length - 1) }
  }
  return null
}

/** A piece of a formula, for its colours. */
export interface Piece {
  text: string
  kind: 'field' | 'function' | 'text' | 'number' | 'other'
  /** The piece that something is wrong with. */
  wrong: boolean
}

const piece = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[\p{L}_][\p{L}\p{N}_.]*|\d+(?:\.\d+)?|\s+|[^\s]/gu

/** A formula in pieces; `at` is the position of what is wrong (the last piece when it is the end). */
export function pieces(text: string, names: ReadonlySet<string>, at: number | null): Piece[] {
  const found = [...text.matchAll(piece)].map((match): Piece & { from: number } => {
    const [part] = match
    const from = match.index
    return { text: part, from, kind: kindOf(part, text.slice(from + part.length), names), wrong: false }
  })
  if (at !== null) {
    const solid = found.filter(({ text: part }) => part.trim() !== '')
    const wrong =
      solid.find(({ from, text: part }) => at >= from && at < from + part.length) ??
      solid.findLast(({ from }) => from <= at)
    if (wrong) wrong.wrong = true
  }
  return found.map(({ from: _from, ...rest }) => rest)
}

function kindOf(part: string, rest: string, names: ReadonlySet<string>): Piece['kind'] {
  if (/^["']/.test(part)) return 'text'
  if (/^\d/.test(part)) return 'number'
  if (!/^[\p{L}_]/u.test(part)) return 'other'
  if (helpOf(part) && /^\s*\(/.test(rest)) return 'function'
  return names.has(part) ? 'field' : 'other'
}
