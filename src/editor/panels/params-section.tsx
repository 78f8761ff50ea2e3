import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { setDocument } from '../changes/set-behaviour.ts'
import { edit, layoutOf, useEditedLayout, useEditor, useEditorStore } from '../state/editor-store.ts'
import styles from './screen-panel.module.css'

const types = { text: 'Text', id: 'Record', number: 'Number' } as const

/** The values a screen takes from its address, and those it is shown with here. */
export function ParamsSection() {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const shown = useEditor((state) => state.params)
  const t = useTranslate()
  const [name, setName] = useState('')
  const isFree = /^[a-zA-Z][a-zA-Z0-9_]*$/.test(name) && !Object.hasOwn(layout.params, name)
  const set = (params: typeof layout.params, label: string): void =>
    edit(store, setDocument(layoutOf(store), 'params', params), label)
  const remove = (key: string): void => {
    const { [key]: _gone, ...rest } = layout.params
    set(rest, t('Take out {{name}}', { name: key }))
  }
  return (
    <>
      {Object.entries(layout.params).map(([key, param]) => (
        <div key={key} className={styles.param}>
          <div className={styles.line}>
            <span className={styles.name}>{key}</span>
            <SelectField
              label={t('Kind of {{name}}', { name: key })}
              hideLabel
              compact
              value={param.type}
              options={Object.entries(types).map(([value, label]) => ({ value, label: t(label) }))}
              onChange={(type) =>
                set(
                  { ...layout.params, [key]: { ...param, type: type as keyof typeof types } },
                  t('Change {{name}}', { name: key }),
                )
              }
            />
            <IconButton
              size="compact"
              icon="x"
              label={t('Take out {{name}}', { name: key })}
              onClick={() => remove(key)}
            />
          </div>
          <TextField
            label={t('Shown here with {{name}}', { name: key })}
            hideLabel
            compact
            placeholder={t('Value to show it with')}
            value={shown[key] ?? ''}
            onChange={(value) => store.setState({ params: { ...shown, [key]: value } })}
          />
        </div>
      ))}
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isFree) return
          set({ ...layout.params, [name]: { type: 'text' } }, t('Add {{name}}', { name }))
          setName('')
        }}
      >
        <TextField
          label={t('New value')}
          hideLabel
          compact
          placeholder={t('Name, such as id')}
          value={name}
          onChange={setName}
        />
        <Button size="compact" variant="ghost" type="submit" disabled={!isFree}>
          {t('Add')}
        </Button>
      </form>
      <p className={styles.help}>{t('An address such as /suppliers/{id} fills id.')}</p>
    </>
  )
}
