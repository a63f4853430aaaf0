import type { ReactNode } from 'react';
import styled from 'styled-components';
import { lightColors } from '../contracts/brand.ts';
import type { MenuItem } from '../contracts/content.ts';
import { Icon } from '../ui/theme/icon.tsx';
import { Container } from '../ui/layout/section.tsx';
import { SiteLink } from '../ui/text/site-link.tsx';
import { useSiteAppData } from './site-app-data.ts';
import { menuItemLink } from './menu-entries.tsx';
import { SocialIcon } from '../ui/layout/social-icon.tsx';

const Ground = styled.footer`
  padding-block: ${({ theme }) => theme.space.xl} ${({ theme }) => theme.space.l};
  background: ${({ theme }) => theme.color.deep};
  color: ${({ theme }) => theme.color.onDeepSoft};
  font-size: ${({ theme }) => theme.type.small};
  a {
    color: inherit;
  }
  a:hover {
    color: ${({ theme }) => theme.color.onDeep};
  }
  :focus-visible {
    outline-color: ${({ theme }) => theme.color.onDeep};
  }
`;

const Columns = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.xl} ${({ theme }) => theme.space.l};
  @media (min-width: 48rem) {
    grid-template-columns: minmax(16rem, 1.3fr) 2fr;
  }
`;

const Identity = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  align-content: start;
  address {
    font-style: normal;
  }
  strong {
    display: block;
    color: ${({ theme }) => theme.color.onDeep};
    font-family: ${({ theme }) => theme.font.display};
    font-size: 1.375rem;
    font-weight: 600;
  }
  .contact {
    display: grid;
    justify-items: start;
    a {
      display: flex;
      align-items: center;
      gap: 0.6rem;
      min-height: 2.5rem;
    }
  }
`;

/** Uses a light background in both color schemes, because brokerage logos are designed for white paper. */
const Logo = styled.img`
  width: auto;
  height: 4.5rem;
  object-fit: contain;
  padding: 0.5rem;
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${lightColors.surface};
`;

const Menus = styled.nav`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr));
  gap: ${({ theme }) => theme.space.l} ${({ theme }) => theme.space.m};
  h2 {
    margin-block-end: 0.75rem;
    color: ${({ theme }) => theme.color.onDeep};
    font-family: ${({ theme }) => theme.font.body};
    font-size: 1rem;
    font-weight: 650;
    letter-spacing: 0;
  }
  li > :is(a, span) {
    display: inline-flex;
    align-items: center;
    min-height: 2.25rem;
    text-decoration: none;
  }
  ul ul {
    padding-inline-start: 1rem;
  }
  li a:hover {
    text-decoration: underline;
  }
`;

const Social = styled.ul.attrs({ role: 'list' })`
  display: flex;
  gap: 0.5rem;
  a {
    display: grid;
    place-items: center;
    width: 2.75rem;
    height: 2.75rem;
    border: 1px solid ${({ theme }) => theme.color.deepLine};
    border-radius: 50%;
  }
`;

const Legal = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.75rem 1.5rem;
  margin-block-start: ${({ theme }) => theme.space.xl};
  padding-block-start: ${({ theme }) => theme.space.m};
  border-block-start: 1px solid ${({ theme }) => theme.color.deepLine};
  p:first-child {
    margin-inline-end: auto;
  }
  .equal {
    display: flex;
    align-items: center;
    gap: 0.6rem;
  }
  @media print {
    /* The Equal Housing mark is light, for the dark background of the footer, which browsers do not print. */
    img {
      filter: invert(1);
    }
  }
`;

/** Returns a link, or plain text for an entry without a URL. */
function entryOf(item: MenuItem) {
  return item.path ? <SiteLink link={menuItemLink(item)} /> : <span>{item.title}</span>;
}

/** Returns the entries below an entry, on all levels. */
function entriesOf({ children }: MenuItem): ReactNode {
  return (
    children.length > 0 && (
      <ul role="list">
        {children.map((item) => (
          <li key={item.id}>
            {entryOf(item)}
            {entriesOf(item)}
          </li>
        ))}
      </ul>
    )
  );
}

/** The footer of every page: the agent, the brokerage and license, and links. */
export function SiteFooter() {
  const { frame, year } = useSiteAppData();
  const { agent, brokerage, address, social, sample, site } = frame.settings;
  return (
    <Ground>
      <Container>
        <Columns>
          <Identity>
            <div>
              <strong>{agent.name}</strong>
              {brokerage.name}
            </div>
            {brokerage.logo && (
              <Logo
                src={brokerage.logo}
                width={56}
                height={56}
                alt={`${brokerage.name} logo`}
                loading="lazy"
              />
            )}
            <address>
              {address.street}
              <br />
              {address.locality}, {address.region} {address.postalCode}
            </address>
            <div className="contact">
              <a href={`tel:${agent.phoneDial}`}>
                <Icon name="phone" size={20} />
                {agent.phone}
              </a>
              <a href={`mailto:${agent.email}`}>
                <Icon name="mail" size={20} />
                {agent.email}
              </a>
            </div>
            <Social>
              {social.map(({ name, url }) => (
                <li key={name}>
                  <a href={url} rel="noopener" aria-label={`${site.name} on ${name}`}>
                    <SocialIcon name={name} />
                  </a>
                </li>
              ))}
            </Social>
          </Identity>
          {frame.footer.length > 0 && (
            <Menus aria-label="Footer">
              {frame.footer.map((group) => (
                <div key={group.id}>
                  <h2>{entryOf(group)}</h2>
                  {entriesOf(group)}
                </div>
              ))}
            </Menus>
          )}
        </Columns>
        <Legal>
          <p>
            © {year} {agent.name}, {brokerage.name}. Licensed in {agent.licensedIn}
            {agent.licence && `, license ${agent.licence}`}. Office in {address.locality}, {address.region}.
          </p>
          <p className="equal">
            <img src="/brand/equal-housing.svg" width={32} height={32} alt="" loading="lazy" />
            Equal Housing Opportunity
          </p>
          {sample && (
            <p>Sample identity: the agent, the brokerage and the figures shown here are examples.</p>
          )}
        </Legal>
      </Container>
    </Ground>
  );
}
