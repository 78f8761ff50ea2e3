import type { ComputedType } from './computed-field.ts'
import type { AggregateFunction, FieldType, Operator } from './field-types.ts'
import type { Option } from './field.ts'
import type { FieldPlace } from './shown-in.ts'

/** One field as this reader may see it: what `GET /api/models/{key}/description` answers and every list, form and filter draws from. */
export interface FieldDescription {
  key: string
  label: string
  type: FieldType
  description?: string
  options?: Option[]
  /** Other short texts are taken as well. */
  open?: true
  /** Of a field of one of the product's models: words that the workspace chose itself, shown as they are. */
  own_words?: string[]
  /** For `relation`: the model it points to; for `user`: `sys_member`. */
  target?: string
  /** The field of the target that names a record, when this reader may read it: a list asks `<key>.<target_title>`. */
  target_title?: string | null
  many?: boolean
  unit?: string
  currency?: string
  /** Each value names one of these currencies: `{amount, currency}`. */
  currencies?: string[]
  /** The field that names the currency of each value: `currency`, `version.currency`. */
  currency_from?: string
  /** For `status`: which options follow which, and with which a record may begin; see `reachableOptions`. */
  transitions?: Record<string, string[]>
  starts?: string[]
  scale?: number
  /** The moment that is looked at, where its records are chosen as they were then; set by the screen. */
  as_of?: string
  /** Digits that a list rounds it to where it is only looked at; set by the screen. */
  shown_scale?: number | undefined
  min?: number | string
  max?: number | string
  min_length?: number
  max_length?: number
  /** Where it shows when a screen does not say which fields it shows; see `isShownIn`. */
  shown_in?: FieldPlace[]
  required: boolean
  unique?: boolean
  /** This reader may not write it; system fields always. */
  read_only: boolean
  /** Worked out by the server, from what. */
  computed?: ComputedType
  /** Values of some records are still being worked out. */
  pending?: boolean
  /** Kept by the system: `id`, `created_at` … */
  system?: boolean
  operators: readonly Operator[]
  sortable: boolean
  /**
   * Filters, orders and groups of this field are served by an index, however many records there are. False: its values
   * are looked at one by one (long texts, lists, data, and what came after the typed columns had run out).
   */
  indexed?: boolean
  groupable: boolean
  aggregates: readonly AggregateFunction[]
}

/** Records of another model that point to these: `{model: 'offer', field: 'project', label: 'Offers'}`. */
export interface InverseDescription {
  model: string
  /** The relation over there. */
  field: string
  /** Whether that relation holds several records. */
  many: boolean
  label: string
  /** The label is the product's word: the relation is one that a model of the product came with. */
  standard?: true
  /** This reader may change the relation over there, so it can be filled from here. */
  writable: boolean
}

/** A model as this reader may see and use it: only fields they may read. */
export interface ModelDescription {
  key: string
  /** Null for models of the system. */
  id: string | null
  label: string
  description?: string | null
  icon?: string | null
  title_field: string | null
  /** One of the product's models: its words are the product's, where the workspace has not chosen its own. */
  standard?: true
  /** With `standard`: which of its label and description the workspace chose itself. */
  own_words?: string[]
  fields: FieldDescription[]
  /** Records of other models that point here and say so, as far as this reader may see them. */
  inverses?: InverseDescription[]
  can: { create: boolean; update: boolean; delete: boolean; export: boolean }
}
