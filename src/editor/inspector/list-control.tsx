import { isJsonObject, type Json } from '#base/json.ts'
import type { SchemaPlace } from '#engine/bindings/prop-schema.ts'
import { Button } from '#ui/button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useValueControl, type ControlProps } from './control-props.ts'
import { ItemList } from './item-list.tsx'
import { startValue } from './start-value.ts'

/** A list of values, each with its own controls. */
export function ListControl({ item, ...given }: ControlProps & { item: SchemaPlace }) {
  const { value, onChange, path, label, required } = given
  const t = useTranslate()
  const Control = useValueControl()
  return (
    <ItemList
      label={label}
      items={Array.isArray(value) ? (value as Json[]) : []}
      onChange={(next) => onChange(next.length === 0 && !required ? undefined : next)}
      renderName={(entry, at) => nameOf(entry) || t('Item {{number}}', { number: at + 1 })}
      renderItem={(entry, at, change) => (
        <Control
          {...given}
          label={`${label} ${at + 1}`}
          place={item}
          path={`${path}.${at}`}
          required
          value={entry}
          onChange={(next) => change(next ?? startValue(item))}
        />
      )}
      renderAdd={(add) => (
        <Button size="compact" variant="ghost" icon="plus" onClick={() => add(startValue(item))}>
          {t('Add')}
        </Button>
      )}
    />
  )
}

const telling = ['label', 'title', 'text', 'field', 'key', 'slot'] as const

function nameOf(item: Json): string {
  if (typeof item === 'string' || typeof item === 'number') return String(item)
  if (!isJsonObject(item)) return ''
  for (const key of telling) if (typeof item[key] === 'string' && item[key] !== '') return item[key]
  return ''
}
