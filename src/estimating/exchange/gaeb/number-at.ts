import { AppError } from '#base/app-error.ts'
import { isDecimalText } from '#base/decimal.ts'
import { textAt, type XmlElement } from '#base/xml/read-xml.ts'

/** A number at a place, null where there is none. Files of some programs have a comma. Throws `invalid` for what is none. */
export function numberAt(parent: XmlElement | undefined, name: string): string | null {
  const text = textAt(parent, name)
  if (text === null) return null
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '')
  const number = /^-?\d+,\d+$/.test(plain) ? plain.replace(',', '.') : plain
  if (!isDecimalText(number)) throw new AppError('invalid', `“${text.slice(0, 40)}” is no number (${name}).`)
  return number
}
