import { useTranslate } from '#ui/translate.ts'
import styles from './api-explorer.module.css'
import type { Schema } from './read-document.ts'
import { propertiesOf, schemaWords, type Property } from './schema-words.ts'

interface SchemaViewProps {
  schema: Schema
  schemas: Readonly<Record<string, Schema>>
  /** How deep this stands; what is deeper opens on demand. */
  depth?: number
}

const deepest = 4

/** What a value holds: its properties with their types, those of inner objects to be opened. */
export function SchemaView({ schema, schemas, depth = 0 }: SchemaViewProps) {
  const properties = propertiesOf(schema, schemas)
  if (properties.length === 0) return <code className={styles.type}>{schemaWords(schema, schemas)}</code>
  return (
    <ul className={styles.properties}>
      {properties.map((property) => (
        <li key={property.key}>
          <Line property={property} schemas={schemas} depth={depth} />
        </li>
      ))}
    </ul>
  )
}

function Line({
  property,
  schemas,
  depth,
}: {
  property: Property
  schemas: SchemaViewProps['schemas']
  depth: number
}) {
  const t = useTranslate()
  const { key, schema, required } = property
  const title = typeof schema['title'] === 'string' ? schema['title'] : null
  const words = (
    <span className={styles.property}>
      <code className={styles.key}>{key}</code>{' '}
      <code className={styles.type}>{schemaWords(schema, schemas)}</code>{' '}
      {required && <span className={styles.mark}>{t('required')}</span>}
      {schema['readOnly'] === true && <span className={styles.quiet}>{t('read only')}</span>}
      {title !== null && title !== key && <span className={styles.quiet}>{title}</span>}
    </span>
  )
  if (depth >= deepest || propertiesOf(schema, schemas).length === 0) return words
  return (
    <details>
      <summary>{words}</summary>
      <SchemaView schema={schema} schemas={schemas} depth={depth + 1} />
    </details>
  )
}
