import { Combobox } from '#ui/combobox.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { Chips } from './chips.tsx'
import { frameOf, type InputProps } from './input-props.ts'

const mostOffered = 200

/** A text that names records of a model by one of their fields, several with commas between: chosen from a list, shown as chips. */
export function NamedRecordsInput(props: InputProps) {
  const t = useTranslate()
  const { value, onChange, offer } = props
  const names = offer?.names
  const found = useQuery(
    names
      ? {
          model: names.model,
          ...(offer.where && { where: offer.where }),
          fields: [names.by, names.title],
          page: { size: mostOffered },
        }
      : null,
  )
  const options = (found.data?.rows ?? []).flatMap((row) => {
    const [key, title] = [row[names?.by ?? ''], row[names?.title ?? '']]
    return typeof key === 'string' ? [{ value: key, label: typeof title === 'string' ? title : key }] : []
  })
  const chosen = typeof value === 'string' ? value.split(/[\s,;]+/).filter((key) => key !== '') : []
  const write = (keys: readonly string[]): void => onChange(keys.length === 0 ? null : keys.join(', '))
  return (
    <div className={props.className}>
      <Combobox
        {...frameOf(props)}
        value=""
        options={options.filter((option) => !chosen.includes(option.value))}
        placeholder={t('Add …')}
        onChange={(key) => key !== '' && write([...chosen, key])}
      />
      <Chips
        items={chosen.map((key) => ({
          value: key,
          label: options.find((option) => option.value === key)?.label ?? key,
        }))}
        onRemove={
          props.readOnly || props.disabled ? undefined : (key) => write(chosen.filter((one) => one !== key))
        }
      />
    </div>
  )
}
