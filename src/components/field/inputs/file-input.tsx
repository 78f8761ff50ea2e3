import { FileBox } from '../../files/file-box.tsx'
import { storedFiles } from '../../files/stored-files.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { InputProps } from './input-props.ts'
import styles from './inputs.module.css'

/** Files or pictures of a record that is being filled in. They are stored at once and belong to it when it is saved. */
export function FileInput({
  field,
  value,
  onChange,
  label,
  hideLabel,
  help,
  error,
  required,
  disabled,
  readOnly,
  keepFile,
  id,
  className,
}: InputProps) {
  const t = useTranslate()
  return (
    <div className={className}>
      <div className={styles.legend}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        {required && !hideLabel && <span className={styles.required}>{t('required')}</span>}
      </div>
      <FileBox
        id={id}
        label={label}
        files={storedFiles(value)}
        pictures={field.type === 'image'}
        keep={keepFile}
        onChange={disabled || readOnly ? undefined : (files) => onChange(files.length === 0 ? null : files)}
      />
      {error && (
        <p className={styles.error}>
          <Icon name="error" />
          {error}
        </p>
      )}
      {help}
    </div>
  )
}
