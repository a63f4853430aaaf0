<?php
/**
 * Hashes of the settings that were stored when the settings form was opened. The form contains them, so that a save
 * does not overwrite what somebody else stored in the meantime.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** The values that browsers accept, by the `type` of the input. With any other value, an input of that type is empty. */
const LINTEL_SHOWN_PATTERNS = array(
	'time' => '/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/',
	'date' => '/^\d{4,}-\d\d-\d\d$/',
);

/**
 * Returns the hashes of the stored settings.
 *
 * @param array[] $schemas  Schemas of the settings in the form.
 * @param array   $settings The stored settings.
 * @return string[] By path, such as "agent.email".
 */
function lintel_setting_hashes( array $schemas, array $settings ) {
	$hashes = array();
	foreach ( $schemas as $name => $setting ) {
		foreach ( lintel_shown_inputs( $setting, isset( $settings[ $name ] ) ? $settings[ $name ] : null ) as $input => $value ) {
			$hashes[ lintel_input_path( $name, $input ) ] = lintel_setting_hash( $value );
		}
	}
	return $hashes;
}

/**
 * Returns the new value of a setting, in the format of the form: the typed values of inputs that the user changed, and
 * the stored values of all others. Returns null if the user changed none.
 *
 * @param string   $name      Name of the setting.
 * @param array    $setting   Its schema.
 * @param mixed    $sent      What the form sent.
 * @param mixed    $stored    The stored value.
 * @param string[] $opened    Hashes by path of what was stored when the form was opened.
 * @param string[] $conflicts Receives errors by path, for inputs whose stored value somebody else changed, too.
 * @return mixed
 */
function lintel_changed_setting( $name, array $setting, $sent, $stored, array $opened, array &$conflicts ) {
	$shown   = lintel_shown_inputs( $setting, $stored );
	$inputs  = lintel_setting_inputs( $setting, lintel_setting_as_sent( $setting, $stored ) );
	$changed = false;
	foreach ( lintel_setting_inputs( $setting, $sent ) as $input => $value ) {
		$path  = lintel_input_path( $name, $input );
		$typed = lintel_setting_hash( $value );
		$now   = lintel_setting_hash( $shown[ $input ] );
		$then  = isset( $opened[ $path ] ) ? $opened[ $path ] : null;
		if ( $typed === $now || $typed === $then ) {
			continue;
		}
		$changed          = true;
		$inputs[ $input ] = $value;
		if ( null !== $then && $then !== $now ) {
			$conflicts[ $path ] = lintel_changed_meanwhile();
		}
	}
	if ( ! $changed ) {
		return null;
	}
	return isset( $inputs[''] ) ? $inputs[''] : $inputs;
}

/**
 * Returns the cleaned values of a setting's inputs. A group and the profiles have several inputs. A single text and a
 * list of lines count as one input with the name '', because lines have no names.
 *
 * @param array $setting Schema of the setting.
 * @param mixed $sent    In the format of the form.
 * @return array By name of the input.
 */
function lintel_setting_inputs( array $setting, $sent ) {
	if ( 'object' === $setting['type'] ) {
		return lintel_typed_texts( $sent, array_keys( lintel_typed_fields( $setting ) ) );
	}
	if ( lintel_setting_has_input( $setting, 'profiles' ) ) {
		return lintel_typed_texts( $sent, $setting['items']['properties']['name']['enum'] );
	}
	if ( 'array' === $setting['type'] ) {
		$errors = array();
		return array( '' => lintel_typed_lines( '', $setting, $sent, $errors ) );
	}
	return lintel_typed_texts( array( '' => $sent ), array( '' ) );
}

/**
 * Returns a stored setting in the format of the form.
 *
 * @param array $setting Schema of the setting.
 * @param mixed $stored  The stored value.
 * @return mixed
 */
function lintel_setting_as_sent( array $setting, $stored ) {
	if ( ! lintel_setting_has_input( $setting, 'profiles' ) ) {
		return $stored;
	}
	return lintel_profile_urls( is_array( $stored ) ? $stored : array() );
}

/**
 * Returns the values that a setting's inputs send if the user does not change them.
 *
 * @param array $setting Schema of the setting.
 * @param mixed $stored  The stored value.
 * @return array By name of the input.
 */
function lintel_shown_inputs( array $setting, $stored ) {
	$sent = lintel_setting_as_sent( $setting, $stored );
	if ( 'object' === $setting['type'] ) {
		$sent = lintel_shown_texts( $setting['properties'], $sent );
	} elseif ( lintel_setting_has_input( $setting, 'profiles' ) ) {
		$sent = lintel_shown_texts( array_fill_keys( array_keys( $sent ), $setting['items']['properties']['url'] ), $sent );
	} elseif ( 'array' === $setting['type'] ) {
		foreach ( is_array( $sent ) ? $sent : array() as $row => $line ) {
			$sent[ $row ] = lintel_shown_texts( $setting['items']['properties'], $line );
		}
	} else {
		$sent = lintel_shown_texts( array( $setting ), array( $sent ) )[0];
	}
	return lintel_setting_inputs( $setting, $sent );
}

/**
 * Returns stored values as the inputs show them. Values other than texts and numbers stay unchanged.
 *
 * @param array[] $fields Schemas by name.
 * @param mixed   $values Stored values by name.
 * @return array By name.
 */
function lintel_shown_texts( array $fields, $values ) {
	$shown = is_array( $values ) ? array_intersect_key( $values, $fields ) : array();
	foreach ( array_filter( $shown, 'is_scalar' ) as $name => $value ) {
		// A stored "&amp;" is shown as "&", and an input has no line breaks.
		$text = html_entity_decode( esc_attr( (string) $value ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		$text = str_replace( array( "\r", "\n" ), '', $text );
		$type = lintel_setting_input_type( $fields[ $name ] );
		if ( isset( LINTEL_SHOWN_PATTERNS[ $type ] ) && ! preg_match( LINTEL_SHOWN_PATTERNS[ $type ], $text ) ) {
			$text = '';
		}
		$shown[ $name ] = $text;
	}
	return $shown;
}

/**
 * Returns the path of an input, such as "agent.email".
 *
 * @param string $name  Name of the setting.
 * @param string $input Name of the input, or '' for the setting itself.
 * @return string
 */
function lintel_input_path( $name, $input ) {
	return '' === $input ? $name : "$name.$input";
}

/**
 * Returns the hash of an input's value.
 *
 * @param mixed $value From lintel_setting_inputs().
 * @return string
 */
function lintel_setting_hash( $value ) {
	return md5( (string) wp_json_encode( $value ) );
}
