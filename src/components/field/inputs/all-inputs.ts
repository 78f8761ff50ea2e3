import { BooleanInput } from './boolean-input.tsx'
import { DateInput } from './date-input.tsx'
import { DatetimeInput } from './datetime-input.tsx'
import { FileInput } from './file-input.tsx'
import { JsonInput } from './json-input.tsx'
import { LongTextInput } from './long-text-input.tsx'
import { MarkdownInput } from './markdown-input.tsx'
import { MultiSelectInput } from './multi-select-input.tsx'
import { NumberInput } from './number-input.tsx'
import { RelationInput } from './relation-input.tsx'
import { SelectInput } from './select-input.tsx'
import { TextInput } from './text-input.tsx'

/** The inputs, loaded together the first time something is edited. */
export const allInputs = {
  text: TextInput,
  longText: LongTextInput,
  markdown: MarkdownInput,
  number: NumberInput,
  boolean: BooleanInput,
  date: DateInput,
  datetime: DatetimeInput,
  select: SelectInput,
  multiSelect: MultiSelectInput,
  relation: RelationInput,
  file: FileInput,
  json: JsonInput,
}
