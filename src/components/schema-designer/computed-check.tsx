import { fieldTypes } from '#contracts/field-types.ts'
import type { ComputedField } from '#contracts/computed-field.ts'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import { FieldValue } from '../field/field-value.tsx'
import { asDescription } from '../field/as-description.ts'
import styles from './schema-designer.module.css'
import type { CheckState } from './use-formula-check.ts'

/** What comes of a computed field: its type and its value for the newest records, or what is wrong. */
export function ComputedCheck({ field, check }: { field: ComputedField; check: CheckState }) {
  const t = useTranslate()
  const { result, problems, preview, unfinished, isFetching, error } = check
  if (unfinished) return null
  // What is wrong with a part that has no field of its own here.
  const shown = problems.filter(({ part }) => !placed.has(part))
  if (error)
    return (
      <Notice tone="warning">
        {t('The formula could not be tried.')} {t(error.message)}
      </Notice>
    )
  if (shown.length > 0)
    return (
      <>
        {shown.map(({ part, message }) => (
          <Notice key={`${part} ${message}`} tone="danger">
            {t(message)}
          </Notice>
        ))}
      </>
    )
  if (!result) return null
  const described = asDescription({ ...field, ...result, label: field.label })
  return (
    <section className={styles.check} aria-label={t('What comes out')} aria-busy={isFetching}>
      <output className={styles.gives}>
        <Icon name="success" />
        {t('Gives: {{type}}', { type: t(fieldTypes[result.type].label) })}
        {result.currency ? ` · ${result.currency}` : ''}
      </output>
      {preview.length === 0 ? (
        <p className={styles.hint}>{t('Values show here once there are records.')}</p>
      ) : (
        <dl className={styles.preview}>
          {preview.map(({ id, title, value }) => (
            <div key={id}>
              <dt>{title || t('Without a name')}</dt>
              <dd>
                <FieldValue field={described} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

const placed: ReadonlySet<string> = new Set([
  'formula',
  'lookup',
  'rollup.of',
  'rollup.value',
  'rollup.where',
  'result',
])
