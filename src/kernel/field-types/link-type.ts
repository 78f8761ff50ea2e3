import { isUuid } from '#base/ids.ts'
import { list, normaliseList } from './choice-type.ts'
import { wrong, type FieldTypePart, type JsonSchema, type Normalise } from './field-type-part.ts'

const id: Normalise = (value) =>
  typeof value === 'string' && isUuid(value)
    ? { value: value.toLowerCase() }
    : wrong('type', 'Choose a record.')

const uuid: JsonSchema = { type: 'string', format: 'uuid' }

/** The id of a record, or with `many` a list of ids. */
export const linkType: FieldTypePart = {
  normalise: (value, field) =>
    field.many === true ? normaliseList(id, 'Choose records.')(value, field) : id(value, field),
  schema: (field) => (field.many === true ? list(uuid) : uuid),
}
