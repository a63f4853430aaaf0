<?php
/**
 * The fields of the settings screen. A group is set as a whole, because the site accepts only complete groups.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Minimum number of lines for office hours on the settings screen, which always shows at least one empty line. */
const LINTEL_HOURS_ROWS = 3;

/**
 * Returns the groups of texts, by the setting's name. A field has a label and optionally `help`, an `example`, a
 * `check` ('email', 'url', 'dial' or 'time_zone') and `optional`.
 *
 * @return array[]
 */
function lintel_settings_groups() {
	return array(
		'agent'     => array(
			'title'  => __( 'Agent', 'lintel' ),
			'fields' => array(
				'name'       => array( 'label' => __( 'Name', 'lintel' ) ),
				'licence'    => array(
					'label'   => __( 'Licence number', 'lintel' ),
					'help'    => __( 'As the commission lists it.', 'lintel' ),
					'example' => 'S12345000',
				),
				'licensedIn' => array(
					'label'   => __( 'Licensed in', 'lintel' ),
					'example' => 'Iowa',
				),
				'email'      => array(
					'label' => __( 'E-mail address', 'lintel' ),
					'check' => 'email',
				),
				'phone'      => array(
					'label'   => __( 'Phone number', 'lintel' ),
					'help'    => __( 'As visitors read it.', 'lintel' ),
					'example' => '(515) 555-0123',
				),
				'phoneDial'  => array(
					'label'   => __( 'Phone number to dial', 'lintel' ),
					'help'    => __( 'With the country code, for links that call. Left empty, it is made from a US phone number.', 'lintel' ),
					'example' => '+15155550123',
					'check'   => 'dial',
				),
				'portrait'   => array(
					'label'    => __( 'Portrait', 'lintel' ),
					'help'     => __( 'Paste the “File URL” of a picture in the media library, three wide and four high; a path of the site works too. Shown when a visitor has sent a form. May stay empty.', 'lintel' ),
					'example'  => 'https://www.example.com/wp-content/uploads/agent.jpg',
					'optional' => true,
				),
			),
		),
		'brokerage' => array(
			'title'  => __( 'Brokerage', 'lintel' ),
			'fields' => array(
				'name' => array( 'label' => __( 'Name', 'lintel' ) ),
				'url'  => array(
					'label'   => __( 'Website', 'lintel' ),
					'example' => 'https://www.example.com',
					'check'   => 'url',
				),
				'logo' => array(
					'label'   => __( 'Logo', 'lintel' ),
					'help'    => __( 'Paste the “File URL” of a JPEG, PNG or WebP in the media library; a path of the site works too.', 'lintel' ),
					'example' => 'https://www.example.com/wp-content/uploads/logo.png',
				),
			),
		),
		'address'   => array(
			'title'  => __( 'Office address', 'lintel' ),
			'fields' => array(
				'street'     => array( 'label' => __( 'Street', 'lintel' ) ),
				'locality'   => array( 'label' => __( 'City', 'lintel' ) ),
				'region'     => array(
					'label'   => __( 'State', 'lintel' ),
					'example' => 'IA',
				),
				'postalCode' => array( 'label' => __( 'ZIP code', 'lintel' ) ),
				'country'    => array(
					'label'   => __( 'Country', 'lintel' ),
					'example' => 'US',
				),
			),
		),
		'site'      => array(
			'title'  => __( 'Site', 'lintel' ),
			'fields' => array(
				'name'        => array( 'label' => __( 'Name of the site', 'lintel' ) ),
				'description' => array(
					'label' => __( 'Description', 'lintel' ),
					'help'  => __( 'For search engines, where a page has no description of its own.', 'lintel' ),
				),
				'timeZone'    => array(
					'label' => __( 'Time zone', 'lintel' ),
					'help'  => __( 'Office hours and scheduled sections follow it.', 'lintel' ),
					'check' => 'time_zone',
				),
			),
		),
		'seo'       => array(
			'title'  => __( 'Search and sharing', 'lintel' ),
			'fields' => array(
				'titleSuffix' => array(
					'label' => __( 'End of page titles', 'lintel' ),
					'help'  => __( 'Search engines show “Page | End”.', 'lintel' ),
				),
				'shareImage'  => array(
					'label'   => __( 'Share image', 'lintel' ),
					'help'    => __( 'Paste the “File URL” of a picture of 1200 by 630 pixels in the media library; a path of the site works too. Shown where a link is shared.', 'lintel' ),
					'example' => 'https://www.example.com/wp-content/uploads/share.jpg',
				),
			),
		),
	);
}

/**
 * Returns the social networks that the site supports.
 *
 * @return string[]
 */
function lintel_social_networks() {
	return array( 'Facebook', 'Instagram', 'LinkedIn', 'YouTube' );
}

/**
 * Returns the settings in the form. An empty group is not set; a group with any value must be complete.
 *
 * @param array $typed  What the form sent, unslashed.
 * @param array $before The current settings.
 * @return array { settings, errors }: errors by the path of the field, such as "agent.email".
 */
function lintel_read_typed_settings( array $typed, array $before ) {
	$settings = $before;
	$errors   = array();
	foreach ( lintel_settings_groups() as $group => $about ) {
		$texts = lintel_typed_texts( isset( $typed[ $group ] ) ? $typed[ $group ] : array(), array_keys( $about['fields'] ) );
		unset( $settings[ $group ] );
		if ( ! array_filter( $texts, 'strlen' ) ) {
			continue;
		}
		if ( 'agent' === $group && '' === $texts['phoneDial'] ) {
			$texts['phoneDial'] = lintel_dial_number( $texts['phone'] );
		}
		foreach ( $about['fields'] as $name => $field ) {
			$error = lintel_setting_error( $texts[ $name ], $field );
			if ( '' !== $error ) {
				$errors[ "$group.$name" ] = $error;
			}
		}
		// This form must not remove values that a later version of the site has added to the group.
		$known = isset( $before[ $group ] ) && is_array( $before[ $group ] ) ? $before[ $group ] : array();
		foreach ( $about['fields'] as $name => $field ) {
			if ( '' === $texts[ $name ] && ! empty( $field['optional'] ) ) {
				unset( $texts[ $name ], $known[ $name ] );
			}
		}
		$settings[ $group ] = array_merge( $known, $texts );
	}
	$lists  = array(
		'hours'  => lintel_typed_hours( $typed, $errors ),
		'social' => lintel_typed_social( $typed, $errors ),
	);
	$prices = lintel_typed_texts( $typed, array( 'priceRange' ) );
	foreach ( array_merge( $lists, $prices ) as $name => $value ) {
		unset( $settings[ $name ] );
		if ( $value ) {
			$settings[ $name ] = $value;
		}
	}
	return array(
		'settings' => $settings,
		'errors'   => $errors,
	);
}

/**
 * Returns the named texts, trimmed; '' for a missing one.
 *
 * @param mixed    $sent  What the form sent.
 * @param string[] $names Names.
 * @return string[] By name.
 */
function lintel_typed_texts( $sent, array $names ) {
	$texts = array();
	foreach ( $names as $name ) {
		$text           = is_array( $sent ) && isset( $sent[ $name ] ) && is_scalar( $sent[ $name ] ) ? (string) $sent[ $name ] : '';
		$texts[ $name ] = lintel_clean_setting( $text );
	}
	return $texts;
}

/**
 * Returns the fault of a setting; '' if it is valid.
 *
 * @param string $text  What was typed.
 * @param array  $field The field.
 * @return string
 */
function lintel_setting_error( $text, array $field ) {
	if ( '' === $text && ! empty( $field['optional'] ) ) {
		return '';
	}
	if ( '' === $text ) {
		/* translators: %s: name of the field. */
		return sprintf( __( 'Fill in “%s”, or clear the whole group.', 'lintel' ), $field['label'] );
	}
	switch ( isset( $field['check'] ) ? $field['check'] : '' ) {
		case 'email':
			return is_email( $text ) ? '' : __( 'This is not an e-mail address. Write one like name@example.com.', 'lintel' );
		case 'url':
			return lintel_is_web_address( $text ) ? '' : __( 'This is not a web address. Begin with https://.', 'lintel' );
		case 'dial':
			return preg_match( '/^\+[1-9]\d{7,14}$/', $text ) ? '' : __( 'This number cannot be dialled. Write it like +15155550123.', 'lintel' );
		case 'time_zone':
			return in_array( $text, timezone_identifiers_list(), true ) ? '' : __( 'This is not a time zone. Choose one of the list.', 'lintel' );
	}
	return '';
}

/**
 * Returns whether a text is an http or https URL with a domain.
 *
 * @param string $text Text.
 * @return bool
 */
function lintel_is_web_address( $text ) {
	return 1 === preg_match( '~^https?://[^\s/?#]+\.[^\s/?#]+(?:[/?#]\S*)?$~i', $text );
}

/**
 * Returns a US phone number in the format for dialing; '' for any other number.
 *
 * @param string $phone As visitors read it.
 * @return string
 */
function lintel_dial_number( $phone ) {
	$digits = preg_replace( '/^1(?=\d{10}$)/', '', preg_replace( '/\D/', '', $phone ) );
	return 10 === strlen( $digits ) ? "+1$digits" : '';
}

/**
 * Returns the office hours entered in the form, without empty rows.
 *
 * @param array    $typed  What the form sent.
 * @param string[] $errors Receives errors.
 * @return array[]
 */
function lintel_typed_hours( array $typed, array &$errors ) {
	$hours = array();
	foreach ( isset( $typed['hours'] ) && is_array( $typed['hours'] ) ? $typed['hours'] : array() as $sent ) {
		// Empty rows are not counted, because the form is shown again without them.
		$row      = count( $hours );
		$line     = lintel_typed_texts( $sent, array( 'days', 'opens', 'closes' ) );
		$weekdays = is_array( $sent ) && isset( $sent['weekdays'] ) ? (array) $sent['weekdays'] : array();
		$weekdays = array_values( array_intersect( range( 0, 6 ), array_map( 'intval', array_filter( $weekdays, 'is_numeric' ) ) ) );
		if ( ! $weekdays && ! array_filter( $line, 'strlen' ) ) {
			continue;
		}
		if ( '' === $line['days'] ) {
			$errors[ "hours.$row.days" ] = __( 'Name the days as visitors read them, such as Mon–Fri.', 'lintel' );
		}
		if ( ! $weekdays ) {
			$errors[ "hours.$row.weekdays" ] = __( 'Tick the days this line is for.', 'lintel' );
		}
		foreach ( array( 'opens', 'closes' ) as $name ) {
			if ( ! preg_match( '/^([01]\d|2[0-3]):[0-5]\d$/', $line[ $name ] ) ) {
				$errors[ "hours.$row.$name" ] = __( 'Write a time like 09:00.', 'lintel' );
			}
		}
		$hours[] = array(
			'days'     => $line['days'],
			'weekdays' => $weekdays,
			'opens'    => $line['opens'],
			'closes'   => $line['closes'],
		);
	}
	return $hours;
}

/**
 * Returns the social profiles in the form.
 *
 * @param array    $typed  What the form sent.
 * @param string[] $errors Receives errors.
 * @return array[]
 */
function lintel_typed_social( array $typed, array &$errors ) {
	$profiles = array();
	foreach ( lintel_typed_texts( isset( $typed['social'] ) ? $typed['social'] : array(), lintel_social_networks() ) as $name => $url ) {
		if ( '' === $url ) {
			continue;
		}
		if ( ! lintel_is_web_address( $url ) ) {
			$errors[ "social.$name" ] = __( 'This is not a web address. Begin with https://.', 'lintel' );
		}
		$profiles[] = array(
			'name' => $name,
			'url'  => $url,
		);
	}
	return $profiles;
}
