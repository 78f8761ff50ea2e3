import { optionParts } from '#contracts/option-parts.ts'
import type { FieldInfo } from '../models/field-info.ts'

/** A field whose options are models, with those that `isOpen` alone: the others' names would tell of them. */
export function narrowChoices(info: FieldInfo, isOpen: (key: string) => boolean): FieldInfo {
  if (info.choices !== 'models') return info
  const options = info.field.options?.filter((option) => isOpen(optionParts(option).value)) ?? []
  return { ...info, field: { ...info.field, options } }
}

/** As `narrowChoices`, with what the same field offers somebody else too. */
export function sharedChoices(info: FieldInfo, theirs: FieldInfo | undefined): FieldInfo {
  const known = new Set(theirs?.field.options?.map((option) => optionParts(option).value))
  return narrowChoices(info, (key) => known.has(key))
}
