import { isUuid } from '#base/ids.ts'
import { isJsonObject } from '#base/json.ts'
import { isStorableText } from '../models/value-formats.ts'
import { wrong, type FieldTypePart } from './field-type-part.ts'

const mostFiles = 100

/** What uploads answered; the server puts its own name, type and size in place of what was sent. */
export const filesType: FieldTypePart = {
  normalise(value) {
    const list: unknown[] = Array.isArray(value) ? value : [value]
    if (list.length > mostFiles) return wrong('limit', 'At most {{count}} files.', { count: mostFiles })
    const stored = list.map((entry) => {
      const file: Record<string, unknown> = isJsonObject(entry) ? entry : { id: entry }
      if (typeof file.id !== 'string' || !isUuid(file.id)) return null
      const text = (part: unknown) =>
        typeof part === 'string' && isStorableText(part) ? part.slice(0, 300) : ''
      const size = typeof file.size === 'number' && Number.isSafeInteger(file.size) ? file.size : 0
      return { id: file.id.toLowerCase(), name: text(file.name), type: text(file.type), size }
    })
    return stored.includes(null) ? wrong('type', 'Upload the file first.') : { value: stored }
  },
  schema: () => ({
    type: 'array',
    maxItems: mostFiles,
    items: {
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid' },
        name: { type: 'string' },
        type: { type: 'string' },
        size: { type: 'integer' },
      },
      required: ['id'],
    },
  }),
}
