import { createContext, use, type ComponentProps, type ReactNode } from 'react'

/** `state` goes with the way to a place of the application, for what draws it. */
export type LinkProps = ComponentProps<'a'> & { href: string; state?: unknown }
/** Draws one link inside the application. Not a component: it calls no hooks itself. */
export type DrawLink = (props: LinkProps) => ReactNode

const plainLink: DrawLink = ({ children, state: _state, ...rest }) => <a {...rest}>{children}</a>

// The room knows no router: the application gives its own way here, once, at the root.
const LinkContext = createContext<DrawLink>(plainLink)

/** Tells every primitive how a link is drawn: `<LinkProvider value={(props) => <RouterLink to={props.href} … />}>`. */
export const LinkProvider = LinkContext.Provider

/** A link; goes through the application's router when there is one. */
export function Link(props: LinkProps) {
  return use(LinkContext)(props)
}
