import type { FieldType } from './field-types.ts'
import type { Option } from './field.ts'

/** A field as a reader may see it. */
export interface FieldDescription {
  key: string
  label: string
  type: FieldType
  options?: Option[]
  /** For `relation`: key of the model it points to. */
  target?: string
  many?: boolean
  unit?: string
  currency?: string
  scale?: number
  required?: boolean
  read_only?: boolean
}

/** A model as this reader may see and use it: only fields they may read. */
export interface ModelDescription {
  key: string
  id: string | null
  label: string
  title_field: string | null
  fields: FieldDescription[]
  can: { create: boolean; update: boolean; delete: boolean; export: boolean }
}
