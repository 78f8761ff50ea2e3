import { useState } from 'react'
import { Button as Action, buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { isInsideUrl, safeUrl } from '../props/safe-url.definition.ts'
import type { ViewProps } from '../view-props.ts'
import type { button } from './button.definition.ts'

/** A verb with its object. With an address it is a link, and the event is not needed. */
export function Button({
  props: { label, variant, icon, to, disabled, hint },
  emit,
}: ViewProps<typeof button>) {
  const [working, setWorking] = useState(false)
  const url = safeUrl(to)
  if (url !== undefined && !disabled) {
    const words = (
      <>
        {icon && <Icon name={icon} />}
        <span>{label}</span>
      </>
    )
    const look = { className: buttonClass({ variant }), ...tooltip(hint) }
    return isInsideUrl(url) ? (
      <Link href={url} {...look}>
        {words}
      </Link>
    ) : (
      <a href={url} target="_blank" rel="noopener noreferrer nofollow" {...look}>
        {words}
      </a>
    )
  }
  const click = async (): Promise<void> => {
    setWorking(true)
    try {
      await emit('click')
    } finally {
      setWorking(false)
    }
  }
  return (
    <Action
      variant={variant}
      disabled={disabled}
      loading={working}
      {...(icon && { icon })}
      {...tooltip(hint)}
      onClick={() => void click()}
    >
      {label}
    </Action>
  )
}
