import { fillPlaces } from './fill-places.ts'

/**
 * What stands at the places of a message: a text as it is, a count (named `count` it picks the plural form), or what is
 * written as the reader writes it: an amount as exact decimal text, a day such as `2026-03-01` (or a moment), names the
 * product may have given, quoted in the text as `“{{names}}”`, or a message of its own.
 */
export type MessageValue =
  | string
  | number
  | { decimal: string }
  | { day: string }
  | { names: readonly string[] }
  | Message
export type MessageValues = Readonly<Record<string, MessageValue>>

/** A message in English, and what it takes to say it in another language where it names something of this case. */
export interface Message {
  message: string
  /** The message with places for `values`, the key of its translation. */
  text?: string
  values?: MessageValues
}

/**
 * A message with places for values, which travel with it so that the reader's side says it in the reader's language.
 * @example saying('At most {{count}} files.', { count: 100 })
 * // { message: 'At most 100 files.', text: 'At most {{count}} files.', values: { count: 100 } }
 */
export const saying = (text: string, values?: MessageValues): Message =>
  values ? { message: fillPlaces(text, plainValues(values)), text, values } : { message: text }

/** A message in the words of a reader, where `say` knows them. */
export const sayIn = ({ message, text, values }: Message, say: (text: string) => string): string =>
  text !== undefined && values ? fillPlaces(say(text), plainValues(values)) : say(message)

/** Of what says more, the message alone. */
export const messageOf = ({ message, text, values }: Message): Message => ({
  message,
  ...(text !== undefined && { text }),
  ...(values && { values }),
})

const plainValues = (values: MessageValues): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value !== 'object'
        ? value
        : 'names' in value
          ? value.names.join('”, “')
          : 'message' in value
            ? value.message
            : 'day' in value
              ? value.day
              : value.decimal,
    ]),
  )
