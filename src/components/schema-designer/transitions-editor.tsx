import type { Field } from '#contracts/field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './schema-designer.module.css'

interface TransitionsEditorProps {
  field: Field
  set: (change: Partial<Field>) => void
}

/** Which step follows which: a box for every way from one option to another, and with which a record may begin. */
export function TransitionsEditor({ field, set }: TransitionsEditorProps) {
  const t = useTranslate()
  const options = (field.options ?? []).map(optionParts)
  const values = new Set(options.map(({ value }) => value))
  const { transitions, starts } = field
  if (options.length === 0) return null
  const known = (list: readonly string[]): string[] => list.filter((value) => values.has(value))
  const put = (from: string, to: string, on: boolean): void => {
    const list = known(transitions?.[from] ?? []).filter((value) => value !== to)
    const entries = Object.entries(transitions ?? {}).filter(([key]) => values.has(key))
    set({ transitions: { ...Object.fromEntries(entries), [from]: on ? [...list, to] : list } })
  }
  const begin = (value: string, on: boolean): void => {
    const before = starts ?? options.map((option) => option.value)
    const next = known(before).filter((one) => one !== value)
    const list = on ? [...next, value] : next
    set({ starts: list.length === options.length || list.length === 0 ? undefined : list })
  }
  return (
    <fieldset className={styles.rules}>
      <legend className={styles.legend}>{t('Steps')}</legend>
      <Checkbox
        label={t('Any option may follow any other')}
        checked={transitions === undefined}
        onChange={(free) => set({ transitions: free ? undefined : {} })}
      />
      {transitions !== undefined && (
        <div className={styles.matrix}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('From … to …')}</th>
                {options.map(({ value, label }) => (
                  <th key={value} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {options.map((from) => (
                <tr key={from.value}>
                  <th scope="row">{from.label}</th>
                  {options.map((to) => (
                    <td key={to.value}>
                      {from.value !== to.value && (
                        <Checkbox
                          hideLabel
                          label={t('From {{from}} to {{to}}', { from: from.label, to: to.label })}
                          checked={transitions[from.value]?.includes(to.value) === true}
                          onChange={(on) => put(from.value, to.value, on)}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <span className={styles.legend}>{t('A record may begin with')}</span>
      <div className={styles.checks}>
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={starts === undefined || starts.includes(value)}
            onChange={(on) => begin(value, on)}
          />
        ))}
      </div>
    </fieldset>
  )
}
