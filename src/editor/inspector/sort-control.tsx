import { isJsonObject, type Json } from '#base/json.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ControlProps } from './control-props.ts'
import { FieldPicker } from './field-control.tsx'
import styles from './inspector.module.css'
import { JsonControl } from './json-control.tsx'

type Order = { field: string; dir: 'asc' | 'desc' }

/** By which fields records are sorted, first one first. */
export function SortControl(props: ControlProps) {
  const { value, onChange, model, label, path } = props
  const t = useTranslate()
  const orders = readOrders(value)
  if (!orders) return <JsonControl {...props} />
  const set = (next: Order[]): void => onChange(next.length === 0 ? undefined : (next as unknown as Json))
  return (
    <fieldset className={styles.list} aria-label={label}>
      {orders.map((order, at) => (
        <div key={order.field} className={styles.pair}>
          <FieldPicker
            label={t('Sort by')}
            id={`editor-${path}.${at}`}
            model={model}
            required
            value={order.field}
            onChange={(field) =>
              set(orders.map((known, index) => (index === at ? { ...known, field } : known)))
            }
          />
          <IconButton
            size="compact"
            icon={order.dir === 'asc' ? 'arrow-up' : 'arrow-down'}
            label={order.dir === 'asc' ? t('Smallest first') : t('Largest first')}
            onClick={() =>
              set(
                orders.map((known, index) =>
                  index === at ? { ...known, dir: known.dir === 'asc' ? 'desc' : 'asc' } : known,
                ),
              )
            }
          />
          <IconButton
            size="compact"
            icon="x"
            label={t('Take out')}
            onClick={() => set(orders.filter((_order, index) => index !== at))}
          />
        </div>
      ))}
      <FieldPicker
        label={t('Sort by')}
        placeholder={t('Sort by …')}
        model={model}
        value=""
        onChange={(field) =>
          field !== '' &&
          !orders.some((order) => order.field === field) &&
          set([...orders, { field, dir: 'asc' }])
        }
      />
    </fieldset>
  )
}

// Null for what has no such form: expressions in it, say.
function readOrders(value: unknown): Order[] | null {
  if (value === undefined) return []
  if (!Array.isArray(value)) return null
  const orders = (value as unknown[]).map((item): Order | null =>
    isJsonObject(item) && typeof item['field'] === 'string'
      ? { field: item['field'], dir: item['dir'] === 'desc' ? 'desc' : 'asc' }
      : null,
  )
  return orders.includes(null) ? null : orders.filter((order) => order !== null)
}
