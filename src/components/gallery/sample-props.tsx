import { isJsonObject } from '#base/json.ts'
import type { ComponentDefinition } from '#contracts/component.ts'
import { useTranslate } from '#ui/translate.ts'
import { describeComponent } from '../definitions.ts'
import styles from './component-gallery.module.css'

/** What a layout may say about a component: its properties, slots, events and readable values. */
export function SampleProps({ definition }: { definition: ComponentDefinition }) {
  const t = useTranslate()
  const schema = describeComponent(definition).props
  const properties = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : []
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const names = [
    ['Slots', definition.slots],
    ['Events', definition.events],
    ['Readable values', definition.exposes],
  ] as const
  return (
    <details className={styles.details}>
      <summary>{t('Properties, slots and events')}</summary>
      <div className={styles.tableBox}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('Property')}</th>
              <th scope="col">{t('Type')}</th>
              <th scope="col">{t('When absent')}</th>
            </tr>
          </thead>
          <tbody>
            {properties.map(([name, property]) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{typeWords(property)}</td>
                <td>
                  {isJsonObject(property) && property['default'] !== undefined ? (
                    <code>{JSON.stringify(property['default'])}</code>
                  ) : required.includes(name) ? (
                    t('required')
                  ) : (
                    '–'
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {names.map(([title, entries]) =>
        Object.keys(entries).length === 0 ? null : (
          <p key={title} className={styles.names}>
            <strong>{t(title)}:</strong>{' '}
            {Object.entries(entries).map(([name, entry], at) => (
              <span key={name}>
                {at > 0 && ', '}
                <code>{name}</code> {t(entry.title)}
              </span>
            ))}
          </p>
        ),
      )}
    </details>
  )
}

function typeWords(property: unknown): string {
  if (!isJsonObject(property)) return ''
  if (Array.isArray(property['enum'])) return property['enum'].map(String).join(' · ')
  const either = property['anyOf']
  if (Array.isArray(either))
    return [...new Set(either.map(typeWords))].filter((words) => words !== '' && words !== 'null').join(' · ')
  if (property['type'] === 'array') return `list of ${typeWords(property['items']) || 'values'}`
  if (typeof property['$ref'] === 'string') return 'condition'
  return typeof property['type'] === 'string' ? property['type'] : ''
}
