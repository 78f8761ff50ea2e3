import { useState } from 'react'
import { isJsonObject, type Json } from '#base/json.ts'
import type { SchemaPlace } from '#engine/bindings/prop-schema.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ControlProps } from './control-props.ts'
import styles from './inspector.module.css'
import { PropRow } from './prop-row.tsx'

/** Values by keys of one's own: the params a link hands over, the values a form begins with. */
export function MapControl({ inner, ...given }: ControlProps & { inner: SchemaPlace }) {
  const { value, onChange, path, model, label } = given
  const t = useTranslate()
  const [name, setName] = useState('')
  const object = isJsonObject(value) ? value : {}
  const set = (next: Record<string, Json>): void =>
    onChange(Object.keys(next).length === 0 && !given.required ? undefined : next)
  const remove = (key: string): void => {
    const { [key]: _gone, ...rest } = object
    set(rest)
  }
  const add = (): void => {
    if (name === '' || Object.hasOwn(object, name)) return
    set({ ...object, [name]: '' })
    setName('')
  }
  return (
    <fieldset className={styles.list} aria-label={label}>
      {Object.entries(object).map(([key, entry]) => (
        <div key={key} className={styles.pair}>
          <PropRow
            prop={{ name: key, label: key, help: null, required: true, fallback: undefined, place: inner }}
            path={`${path}.${key}`}
            value={entry}
            model={model}
            onChange={(next) => set({ ...object, [key]: next ?? '' })}
          />
          <IconButton
            size="compact"
            icon="x"
            label={t('Take out {{name}}', { name: key })}
            onClick={() => remove(key)}
          />
        </div>
      ))}
      <form
        className={styles.pair}
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextField
          label={t('New key')}
          hideLabel
          compact
          placeholder={t('New key')}
          value={name}
          onChange={setName}
        />
        <Button
          size="compact"
          variant="ghost"
          type="submit"
          disabled={name === '' || Object.hasOwn(object, name)}
        >
          {t('Add')}
        </Button>
      </form>
    </fieldset>
  )
}
