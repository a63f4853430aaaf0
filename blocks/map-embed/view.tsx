import { useState } from 'react';
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { parseMapEmbed } from '../../src/contracts/map-embed.ts';
import { Button } from '../../src/ui/form/button.tsx';
import { Icon } from '../../src/ui/theme/icon.tsx';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import { ArrowLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';

/** The frame of the map. Its height does not depend on its content, so that opening the map moves nothing below it. */
const Window = styled.div`
  display: flex;
  flex-direction: column;
  height: clamp(26rem, 45cqi, 36rem);
  overflow: clip;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.l};
  background: ${({ theme }) => theme.color.sand};
  > img,
  > iframe {
    flex: 1;
    width: 100%;
    min-height: 0;
    border: 0;
  }
  @media print {
    display: none;
  }
`;

const Ask = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.75rem 1.5rem;
  padding: ${({ theme }) => theme.space.m};
  background: ${({ theme }) => theme.color.surface};
  /* Hidden without JavaScript, because the button would do nothing. Editors can add a link to the map below. */
  @media (scripting: none) {
    display: none;
  }
  p {
    flex: 1 1 16rem;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
    line-height: 1.45;
  }
`;

const Below = styled.p`
  margin-block-start: ${({ theme }) => theme.space.s};
`;

/** Defined outside the component, because React calls a ref function again after each render that creates a new one. */
const focusFrame = (frame: HTMLIFrameElement | null) => frame?.focus();

/** Shows a picture until the visitor opens the embedded map. Until then, nothing is requested from the map's host. */
export default function MapEmbedView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, code, image, button, link } = props;
  const [shown, setShown] = useState(false);
  const address = code === undefined ? null : parseMapEmbed(code);
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      {(image ?? address) && (
        <Window>
          {address && shown ? (
            <iframe
              // Pressing the button removes it, so move the focus to the map.
              ref={focusFrame}
              src={address}
              title={title}
              // Safe because `mapSources` contains none of our own URLs. Maps do not work without access to their own
              // origin.
              // oxlint-disable-next-line react/iframe-missing-sandbox
              sandbox="allow-scripts allow-same-origin allow-popups"
              referrerPolicy="strict-origin-when-cross-origin"
            />
          ) : (
            image && <Picture image={image} sizes="(min-width: 76rem) 76rem, 100vw" />
          )}
          {address && !shown && (
            <Ask>
              <Button type="button" data-needs-app="" onClick={() => setShown(true)}>
                <Icon name="map" size={20} />
                {button}
              </Button>
              <p>
                The map comes from {new URL(address).hostname}, which then sees your IP address. Until you
                press the button, nothing is sent there.
              </p>
            </Ask>
          )}
        </Window>
      )}
      {link?.text && (
        <Below>
          <ArrowLink link={link} />
        </Below>
      )}
    </Section>
  );
}
