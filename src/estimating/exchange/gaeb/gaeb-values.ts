import { fixedText, parseFixed, roundFixed } from '../../fixed.ts'

/** A number with just so many digits after the point. */
export const digits = (value: string, count: number): string =>
  fixedText(roundFixed(parseFixed(value), count, 'half_up'))

export const money = (value: string): string => digits(value, 2)

/** Words in one line, as far as there is room for them. */
export const oneLine = (text: string, most: number): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, most)
