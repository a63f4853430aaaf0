import { describe, expect, it } from 'vitest';
import { csvRecords, leadCsvColumns } from './export-leads.ts';

it('the columns of the export keep their names and order, which spreadsheets rely on', () => {
  const known = [
    'id,created_at,updated_at,status,stage,reminder,delivery,first_name,last_name,email,phone',
    'phone_e164,contact_method,inquiry_type,topic,property_address,bedrooms,timing,message,notes',
    'private_notes,areas,heard_of_us,page_variants,form,progress,page,source,tags,suspicions',
    'consent_service,consent_service_at,consent_service_version,consent_service_text',
    'consent_service_page,consent_service_ip,consent_service_user_agent,consent_marketing',
    'consent_marketing_at,consent_marketing_version,consent_marketing_text,consent_marketing_page',
    'consent_marketing_ip,consent_marketing_user_agent,first_at,first_landing,first_referrer',
    'first_utm_source,first_utm_medium,first_utm_campaign,first_utm_term,first_utm_content',
    'first_gclid,first_gbraid,first_wbraid,first_fbclid,last_at,last_landing,last_referrer',
    'last_utm_source,last_utm_medium,last_utm_campaign,last_utm_term,last_utm_content,last_gclid',
    'last_gbraid,last_wbraid,last_fbclid,delivery_crm,delivery_workflow,delivery_alert',
    'delivery_confirmation,crm_location_id,crm_contact_id',
  ].flatMap((line) => line.split(','));
  // A declared field adds a column between them.
  const headers = leadCsvColumns.map(([header]) => header);
  expect(headers.filter((header) => known.includes(header))).toEqual(known);
  expect(new Set(headers).size).toBe(headers.length);
});

describe('csvRecords', () => {
  it.each(['=1+1', '+15155550142', '-2', '@SUM(A1)', '\t=1', '\r=1', '＝1'])('writes %j as text', (value) => {
    expect(csvRecords([[value]])).toBe(`"'${value}"\r\n`);
  });

  it('quotes every field, doubles quotes, keeps line breaks and commas, and leaves null empty', () => {
    expect(csvRecords([['a "b", c', 'two\nlines', null, 'x=1;=2']])).toBe(
      '"a ""b"", c","two\nlines","","x=1;=2"\r\n',
    );
  });
});
