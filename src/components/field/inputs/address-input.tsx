import { useId, useState } from 'react'
import { addressLine, isAddress, type Address, type AddressPart } from '#contracts/address.ts'
import { parseAddressLine } from '#contracts/parse-address-line.ts'
import { Icon } from '#ui/icon.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { frameOf, type InputProps } from './input-props.ts'
import styles from './inputs.module.css'

const parts: readonly { part: AddressPart; label: string; autoComplete: string; wide?: true }[] = [
  { part: 'street', label: 'Street and number', autoComplete: 'address-line1', wide: true },
  { part: 'extra', label: 'Addition', autoComplete: 'address-line2', wide: true },
  { part: 'postal_code', label: 'Postal code', autoComplete: 'postal-code' },
  { part: 'city', label: 'Town', autoComplete: 'address-level2' },
  { part: 'region', label: 'Region', autoComplete: 'address-level1' },
  { part: 'country', label: 'Country', autoComplete: 'country-name' },
]

/** An address in its parts; where there is little room, in one line. */
export function AddressInput(props: InputProps) {
  const t = useTranslate()
  const errorId = useId()
  const { value, onChange, label, hideLabel, help, error, required, disabled, readOnly, id, name } = props
  const address: Address = isAddress(value) ? value : {}
  const set = (next: Address): void => {
    const kept = Object.entries(next).filter(([, text]) => text !== '')
    onChange(kept.length === 0 ? null : Object.fromEntries(kept))
  }
  if (props.compact) return <AddressLine {...props} />
  return (
    <fieldset
      id={id}
      name={name}
      className={styles.group}
      disabled={disabled === true}
      aria-describedby={error ? errorId : undefined}
      tabIndex={-1}
    >
      <legend className={styles.legend}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        {required && !hideLabel && <span className={styles.required}>{t('required')}</span>}
      </legend>
      <div className={styles.address}>
        {parts.map(({ part, label: words, autoComplete, wide }) => (
          <TextField
            key={part}
            label={t(words)}
            hideLabel
            placeholder={t(words)}
            autoComplete={autoComplete}
            readOnly={readOnly === true}
            maxLength={200}
            value={address[part] ?? ''}
            onChange={(text) => set({ ...address, [part]: text })}
            {...(wide && { className: styles.wholeLine ?? '' })}
          />
        ))}
      </div>
      {error && (
        <p id={errorId} className={styles.error}>
          <Icon name="error" />
          {error}
        </p>
      )}
      {help}
    </fieldset>
  )
}

function AddressLine(props: InputProps) {
  const { value, onChange } = props
  const stored = isAddress(value) ? addressLine(value) : ''
  // What is being written, and the line it stands for: an address that came from elsewhere makes it void.
  const [written, setWritten] = useState<{ text: string; of: string } | null>(null)
  return (
    <TextField
      {...frameOf(props)}
      value={written?.of === stored ? written.text : stored}
      onChange={(text) => {
        const address = parseAddressLine(text)
        setWritten({ text, of: addressLine(address) })
        onChange(Object.keys(address).length === 0 ? null : address)
      }}
      maxLength={1000}
      autoComplete="off"
    />
  )
}
