import type { StoredFile } from '#contracts/api/files.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import type { FieldProps } from '#ui/field.tsx'

/** What the input of a field type takes: its frame (label, help, error), the value as it travels in JSON, and who it is. */
export interface InputProps extends FieldProps {
  field: FieldDescription
  /** null for nothing. */
  value: unknown
  /** `label`: what a chosen record is called. */
  onChange: (value: unknown, label?: string) => void
  /** The value as it is stored, null for a new record; absent: the one it began with. */
  stored?: unknown
  /** The words for a relation whose record has not been fetched. */
  valueLabel?: string | undefined
  /** Keeps a file that cannot be sent now on this device; absent where what is filled in cannot wait. */
  keepFile?: ((file: File) => Promise<StoredFile>) | undefined
  compact?: boolean
  /** Of a text: the id of the list with what comes up while it is typed. */
  list?: string
  /** What is offered: of other records `where` narrows them, `names` says by what a text names them; `suggest` comes up while a text is typed. */
  offer?:
    | {
        where?: Where | null | undefined
        names?: { model: string; by: string; title: string } | undefined
        suggest?: { names: readonly string[]; of: 'all' | 'list' | 'formula' } | undefined
      }
    | undefined
  /** What was typed over a value before its input stood, where that is more than a value: the sign of `-5`. */
  typed?: string | undefined
}

/** An input's props cut into those of its frame and its own. */
export function frameOf(props: InputProps): FieldProps & { compact?: boolean; list?: string } {
  const {
    field: _field,
    value: _value,
    onChange: _onChange,
    valueLabel: _label,
    stored: _stored,
    keepFile: _keepFile,
    typed: _typed,
    offer: _offer,
    ...frame
  } = props
  return frame
}
