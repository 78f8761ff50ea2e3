import { Link as RouterLink } from 'react-router-dom'
import type { LinkProps } from '#ui/link.tsx'

/** How the primitives draw a link: inside the application by the router, anything else by the browser. */
export function ApplicationLink({ href, children, ...rest }: LinkProps) {
  const inside =
    href.startsWith('/') && !href.startsWith('//') && rest.target === undefined && rest.download === undefined
  if (!inside)
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    )
  return (
    <RouterLink to={href} {...rest}>
      {children}
    </RouterLink>
  )
}
