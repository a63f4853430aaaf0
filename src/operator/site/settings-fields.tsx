import { useId, useState } from 'react';
import styled from 'styled-components';
import { statusColors } from '../../contracts/brand.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { LabeledChoice, LabeledControl } from '../parts/dialogs/form-dialog.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { PictureDialog } from '../builder/pictures/picture-dialog.tsx';
import { settingValueAt, type SettingPath, type SettingSchema } from './settings-schema.ts';

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
  fieldset {
    display: grid;
    gap: ${({ theme }) => theme.space.s};
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
`;

const Days = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 1rem;
`;

const Fault = styled.span`
  color: ${statusColors.fail};
  font-weight: 560;
`;

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

interface Around {
  settings: unknown;
  faults: ReadonlyMap<string, string>;
  onChange: (path: SettingPath, value: unknown) => void;
}

interface Props extends Around {
  path: SettingPath;
  schema: SettingSchema;
}

/** The inputs of one setting: a group of values, a list of such groups, or a single value. */
export function SettingInputs(props: Props) {
  const { schema, path } = props;
  if (schema.input === 'profiles') return <Group {...props} Content={Profiles} />;
  if (schema.type === 'array') return <Group {...props} Content={Lines} />;
  if (schema.type === 'object') return <Group {...props} Content={Values} />;
  return (
    <Panel title={schema.title ?? ''}>
      <SettingValue {...props} path={path} />
    </Panel>
  );
}

function Group({ Content, ...props }: Props & { Content: (props: Props) => React.ReactNode }) {
  const { title, description } = props.schema;
  return (
    <Panel title={title ?? ''}>
      {description !== undefined && props.schema.type === 'array' && <p>{description}</p>}
      <Content {...props} />
    </Panel>
  );
}

function Values(props: Props) {
  const { path, schema } = props;
  return (
    <Fields>
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <SettingValue key={name} {...props} path={[...path, name]} schema={field} />
      ))}
    </Fields>
  );
}

/** The inputs for a list of groups, such as lines of opening hours. */
function Lines({ path, schema, ...around }: Props) {
  const given = settingValueAt(around.settings, path);
  const lines: unknown[] = Array.isArray(given) ? given : [];
  const fields = Object.entries(schema.items?.properties ?? {});
  const change = (next: readonly unknown[]) => around.onChange(path, next);
  return (
    <Fields>
      {lines.map((_, index) => (
        // Lines have no id, so the index is the only possible key.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={index}>
          <legend>Line {index + 1}</legend>
          {fields.map(([name, field]) => (
            <SettingValue key={name} {...around} path={[...path, index, name]} schema={field} />
          ))}
          {lines.length > 1 && (
            <SmallButton
              $look="outline"
              type="button"
              onClick={() => change(lines.filter((_line, other) => other !== index))}
            >
              Remove line {index + 1}
            </SmallButton>
          )}
        </fieldset>
      ))}
      <div>
        <SmallButton
          $look="outline"
          type="button"
          onClick={() =>
            change([
              ...lines,
              Object.fromEntries(fields.map(([name, { type }]) => [name, type === 'array' ? [] : ''])),
            ])
          }
        >
          Add a line
        </SmallButton>
      </div>
    </Fields>
  );
}

/** The inputs for the URLs of social profiles, one per known network. Saving removes profiles whose URL is empty. */
function Profiles({ path, schema, settings, faults, onChange }: Props) {
  const given = settingValueAt(settings, path);
  const profiles: { name: string; url: string }[] = Array.isArray(given) ? given : [];
  const names = schema.items?.properties?.['name']?.enum ?? [];
  return (
    <Fields>
      {names.map((name) => {
        const index = profiles.findIndex((profile) => profile.name === name);
        return (
          <TextInput
            key={name}
            label={name}
            type="url"
            value={profiles[index]?.url ?? ''}
            fault={index < 0 ? undefined : faults.get([...path, index, 'url'].join('.'))}
            help="Empty if you have none."
            onChange={(url) => {
              const profile = { name, url };
              onChange(path, index < 0 ? [...profiles, profile] : profiles.with(index, profile));
            }}
          />
        );
      })}
    </Fields>
  );
}

function SettingValue({ path, schema, settings, faults, onChange }: Props) {
  const given = settingValueAt(settings, path);
  const fault = faults.get(path.join('.'));
  const set = (value: unknown) => onChange(path, value);
  const label = schema.title ?? '';
  const text = typeof given === 'string' ? given : '';
  if (schema.input === 'weekdays') {
    const days: number[] = Array.isArray(given) ? given : [];
    return (
      <fieldset>
        <legend>Days of the week</legend>
        <Days>
          {WEEKDAYS.map((name, day) => (
            <LabeledChoice key={name}>
              <input
                type="checkbox"
                checked={days.includes(day)}
                onChange={({ target }) =>
                  set(
                    target.checked
                      ? [...days, day].toSorted((one, other) => one - other)
                      : days.filter((each) => each !== day),
                  )
                }
              />
              {name}
            </LabeledChoice>
          ))}
        </Days>
        {fault !== undefined && <Fault role="alert">{fault}</Fault>}
      </fieldset>
    );
  }
  if (schema.input === 'timeZone') {
    const zones = [...new Set([text, ...Intl.supportedValuesOf('timeZone')])];
    return <Select label={label} help={schema.description} value={text} options={zones} onChange={set} />;
  }
  if (schema.enum) {
    const { enum: options, choices, description } = schema;
    const value = text || (options[0] ?? '');
    return (
      <Select
        label={label}
        help={description}
        value={value}
        options={options}
        labels={choices}
        onChange={set}
      />
    );
  }
  if (schema.input === 'picture') {
    return <PictureValue label={label} value={text} fault={fault} onChange={set} />;
  }
  return (
    <TextInput
      label={label}
      type={inputType(schema)}
      value={text}
      fault={fault}
      help={schema.description}
      placeholder={schema.examples?.[0]}
      onChange={set}
    />
  );
}

function inputType({ input, format }: SettingSchema): string {
  if (input === 'tel' || input === 'time') return input;
  if (format === 'email') return 'email';
  return format === 'uri' ? 'url' : 'text';
}

interface SelectProps {
  label: string;
  help: string | undefined;
  value: string;
  options: readonly string[];
  /** The labels of the options, by value. */
  labels?: Readonly<Record<string, string>> | undefined;
  onChange: (value: string) => void;
}

function Select({ label, help, value, options, labels, onChange }: SelectProps) {
  const id = useId();
  return (
    <LabeledControl as="div">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {labels?.[option] ?? option}
          </option>
        ))}
      </select>
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
    </LabeledControl>
  );
}

interface TextProps {
  label: string;
  type: string;
  value: string;
  fault: string | undefined;
  help?: string | undefined;
  placeholder?: string | undefined;
  onChange: (value: string) => void;
}

function TextInput({ label, type, value, fault, help, placeholder, onChange }: TextProps) {
  const id = useId();
  const notes = [
    ...(fault === undefined ? [] : [`${id}-fault`]),
    ...(help === undefined ? [] : [`${id}-help`]),
  ];
  return (
    <LabeledControl as="div">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={value}
        placeholder={placeholder}
        aria-invalid={fault !== undefined}
        aria-describedby={notes.length > 0 ? notes.join(' ') : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {fault !== undefined && <Fault id={`${id}-fault`}>{fault}</Fault>}
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
    </LabeledControl>
  );
}

/** An input for the path or URL of a picture, which is typed or chosen from the media library. */
function PictureValue({
  label,
  value,
  fault,
  onChange,
}: Pick<TextProps, 'label' | 'value' | 'fault' | 'onChange'>) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Fields>
      <TextInput
        label={label}
        type="text"
        value={value}
        fault={fault}
        help="Choose a picture of the media library, or write a path of the site."
        onChange={onChange}
      />
      <div>
        <SmallButton $look="outline" type="button" onClick={() => setChoosing(true)}>
          Choose a picture
        </SmallButton>
      </div>
      {isChoosing && (
        <PictureDialog
          label={label}
          current={null}
          startsWithDetails={false}
          onChoose={({ setting }) => {
            if (setting !== null) onChange(setting);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </Fields>
  );
}
