import { keyNames } from '#ui/key-names.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Grid } from './grid-context.ts'

const workedOut = new Set(['formula', 'lookup', 'rollup'])

/** Says why nothing can be written into a column, and by which key its record opens; once, however many keys are pressed. */
export function sayFixed({ canOpen }: Pick<Grid, 'canOpen'>, { field, label }: GridColumn): void {
  const text = workedOut.has(field.type)
    ? t('“{{field}}” is worked out from other fields.', { field: label })
    : field.type === 'sequence'
      ? t('“{{field}}” is given by itself.', { field: label })
      : t('“{{field}}” cannot be changed here.', { field: label })
  toast.info(text, {
    id: 'fixed-column',
    ...(canOpen && {
      description: t('{{keys}} opens the record.', { keys: keyNames('Ctrl+Enter', t).join('+') }),
    }),
  })
}
