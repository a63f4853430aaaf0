<?php
/**
 * The change feed: `GET /wp-json/lintel/v1/changes?since=<mark>` responds with the entries that changed since a mark of
 * the table of changes, and with those that are gone. `since=0` responds with all entries.
 *
 * The response is { cursor, entries, next, more }. An entry is { kind, id, data }: `data` is what WordPress's own REST
 * API shows to anonymous readers, reduced to the requested `fields`, or null if they cannot read the entry. For a page,
 * shared section or template that is not public, it has the title, path and status, but none of the text. A published
 * page or post with a password comes with its text and a hash of the password (protected-posts.php). While `more` is
 * true, the site requests the next page with `after=<next>`. At the end, it stores the `cursor` of the first page for
 * its next request. The response to a mark that the table does not have is { reset: true }: the site then reads
 * everything.
 *
 * `GET /wp-json/lintel/v1/state` is public. It responds with the newest mark and the options about the front page.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Maximum number of entries in one response, the same as the maximum of `per_page` in WordPress's REST API. */
const LINTEL_MOST_ENTRIES = 100;

/** Posts of withheld kinds with these statuses are listed without their text. Published ones come with their text. */
const LINTEL_WITHHELD_STATUSES = array( 'draft', 'pending', 'private', 'future', 'trash' );

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/changes',
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => 'lintel_rest_get_changes',
				'permission_callback' => 'lintel_may_read_changes',
				'args'                => array(
					'since'  => array(
						'type'    => 'string',
						'default' => '0',
					),
					'after'  => array(
						'type'    => 'string',
						'default' => '',
					),
					'limit'  => array(
						'type'    => 'integer',
						'default' => LINTEL_MOST_ENTRIES,
						'minimum' => 1,
						'maximum' => LINTEL_MOST_ENTRIES,
					),
					'fields' => array(
						'type'                 => 'object',
						'default'              => array(),
						'additionalProperties' => array( 'type' => 'string' ),
					),
				),
			)
		);
		register_rest_route(
			'lintel/v1',
			'/state',
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => 'lintel_rest_get_state',
				// The mark reveals nothing, and every visitor can see the front page.
				'permission_callback' => '__return_true',
			)
		);
	}
);

/**
 * Returns the kinds of entries that the site reads, in the order of a full pass.
 *
 * @return array[] By kind: `post_type` and `withheld` (whether to list posts that are not public, without their text);
 *                 `taxonomy`; or `ids` (function of the id to continue after and a limit) and `render` (function of ids
 *                 and fields).
 */
function lintel_feed_kinds() {
	static $kinds = null;
	if ( null === $kinds || ! did_action( 'init' ) ) {
		$single = static function ( array $ids ) {
			return static function ( $after ) use ( $ids ) {
				return '' === $after ? $ids : array();
			};
		};
		/**
		 * Filters the kinds of entries in the change feed. Must be added before `init`, because the result is cached
		 * from then on.
		 *
		 * @param array[] $kinds As described above.
		 */
		$kinds = apply_filters(
			'lintel_feed_kinds',
			array(
				'site'     => array(
					'ids'    => $single( array( 'site' ) ),
					'render' => 'lintel_render_site',
				),
				'settings' => array(
					'ids'    => $single( array( 'site' ) ),
					'render' => 'lintel_render_settings',
				),
				'menu'     => array(
					'ids'    => $single( LINTEL_MENUS ),
					'render' => 'lintel_render_menus',
				),
				'category' => array( 'taxonomy' => 'category' ),
				'tag'      => array( 'taxonomy' => 'post_tag' ),
				'author'   => array(
					'ids'    => 'lintel_author_ids',
					'render' => 'lintel_render_authors',
				),
				'page'     => array(
					'post_type' => 'page',
					'withheld'  => true,
				),
				'section'  => array(
					'post_type' => LINTEL_SHARED_TYPE,
					'withheld'  => true,
				),
				'template' => array(
					'post_type' => LINTEL_TEMPLATE_TYPE,
					'withheld'  => true,
				),
				'post'     => array( 'post_type' => 'post' ),
				'media'    => array( 'post_type' => 'attachment' ),
				'comment'  => array(
					'ids'    => 'lintel_comment_ids',
					'render' => 'lintel_render_comments',
				),
			)
		);
	}
	return $kinds;
}

/**
 * Checks the permission: allows users who may edit the pages of others, and requests signed by the site.
 *
 * @param WP_REST_Request $request Request.
 * @return true|WP_Error
 */
function lintel_may_read_changes( WP_REST_Request $request ) {
	if ( current_user_can( 'edit_others_pages' ) || 'valid' === lintel_check_signature( $request ) ) {
		return true;
	}
	return new WP_Error(
		'lintel_unknown_reader',
		__( 'Sign in as a user who may edit the pages of others, or sign the request with the shared secret.', 'lintel' ),
		array( 'status' => rest_authorization_required_code() )
	);
}

/**
 * Responds with the newest mark as `version`, and with the options about the front page.
 *
 * @return array
 */
function lintel_rest_get_state() {
	return array( 'version' => lintel_newest_mark() ) + lintel_front_page_options();
}

/**
 * Returns the options about the front page, which WordPress's REST API shows to everybody since WordPress 7.1.
 *
 * @return array
 */
function lintel_front_page_options() {
	return array(
		'show_on_front'  => (string) get_option( 'show_on_front' ),
		'page_on_front'  => (int) get_option( 'page_on_front' ),
		'page_for_posts' => (int) get_option( 'page_for_posts' ),
	);
}

/**
 * Returns the options about lists of posts, and about feeds.
 *
 * @return array
 */
function lintel_blog_options() {
	return array(
		'posts_per_page'  => (int) get_option( 'posts_per_page' ),
		'posts_per_rss'   => (int) get_option( 'posts_per_rss' ),
		'rss_use_excerpt' => (int) get_option( 'rss_use_excerpt' ),
	);
}

/**
 * Responds with one page of the feed, rendered as for an anonymous visitor, or with { reset: true } if the mark is
 * unknown.
 *
 * @param WP_REST_Request $request Request.
 * @return WP_REST_Response|WP_Error
 */
function lintel_rest_get_changes( WP_REST_Request $request ) {
	if ( ! defined( 'DONOTCACHEPAGE' ) ) {
		define( 'DONOTCACHEPAGE', true );
	}
	// Read the mark before the changes, so that changes written in the meantime are newer than the mark.
	$cursor = lintel_settled_mark();
	if ( '' === $cursor ) {
		return lintel_unreadable( 'the table of changes' );
	}
	$since = $request['since'];
	$page  = '0' === $since ? lintel_list_entries( $request['after'], $request['limit'] ) : lintel_list_changes( $since, (int) $request['after'], $request['limit'] );
	if ( ! is_wp_error( $page ) && isset( $page['listed'] ) ) {
		// Editors see more than visitors, so render the entries as for an anonymous visitor.
		$reader = get_current_user_id();
		wp_set_current_user( 0 );
		$entries = lintel_render_entries( $page['listed'], $request['fields'] );
		wp_set_current_user( $reader );
		$page = is_wp_error( $entries ) ? $entries : array(
			'cursor'  => $cursor,
			'entries' => $entries,
			'next'    => $page['next'],
			'more'    => '' !== $page['next'],
		);
	}
	return is_wp_error( $page ) ? $page : new WP_REST_Response( $page, 200, array( 'Cache-Control' => 'no-store' ) );
}

/**
 * Returns the error for a database table or REST route that cannot be read. The site then keeps the content that it
 * has.
 *
 * @param string $what What cannot be read.
 * @return WP_Error
 */
function lintel_unreadable( $what ) {
	/* translators: %s: a table or a REST route. */
	return new WP_Error( 'lintel_unreadable', sprintf( __( 'WordPress cannot read %s. Look into its error log.', 'lintel' ), $what ), array( 'status' => 500 ) );
}

/**
 * Lists the changes after a mark.
 *
 * @param string $since Mark.
 * @param int    $after Number to continue after; 0 for the first page.
 * @param int    $limit Maximum number of entries.
 * @return array|WP_Error { listed: ids by kind; next } or { reset: true }.
 */
function lintel_list_changes( $since, $after, $limit ) {
	$number = lintel_number_of_mark( $since );
	if ( null === $number ) {
		return array( 'reset' => true );
	}
	$rows = lintel_changes_after( max( $number, $after ), $limit + 1 );
	if ( null === $rows ) {
		return lintel_unreadable( 'the table of changes' );
	}
	$shown  = array_slice( $rows, 0, $limit );
	$listed = array();
	foreach ( $shown as $row ) {
		$listed[ $row->kind ][] = $row->entry;
	}
	return array(
		'listed' => $listed,
		'next'   => count( $rows ) > $limit ? (string) end( $shown )->id : '',
	);
}

/**
 * Lists all entries, kind by kind in the order of their ids, so that the place to continue at does not move.
 *
 * @param string $after "kind id" to continue after; '' for the first page.
 * @param int    $limit Maximum number of entries.
 * @return array|WP_Error { listed: ids by kind; next }.
 */
function lintel_list_entries( $after, $limit ) {
	list( $from, $id ) = array_pad( explode( ' ', $after, 2 ), 2, '' );

	$listed = array();
	$count  = 0;
	$found  = '' === $from;
	foreach ( lintel_feed_kinds() as $kind => $about ) {
		$found = $found || $kind === $from;
		if ( ! $found ) {
			continue;
		}
		$ids = lintel_ids_of_kind( $about, $kind === $from ? $id : '', $limit - $count );
		if ( is_wp_error( $ids ) ) {
			return $ids;
		}
		if ( $ids ) {
			$listed[ $kind ] = array_map( 'strval', $ids );
			$count          += count( $ids );
		}
		if ( $count >= $limit ) {
			return array(
				'listed' => $listed,
				'next'   => "$kind " . end( $ids ),
			);
		}
	}
	return array(
		'listed' => $listed,
		'next'   => '',
	);
}

/**
 * Returns the ids of the entries of a kind, in ascending order, except for kinds with an order of their own.
 *
 * @param array  $about Description of the kind.
 * @param string $after Id to continue after; '' for the first.
 * @param int    $limit Maximum number of ids.
 * @return array|WP_Error
 */
function lintel_ids_of_kind( array $about, $after, $limit ) {
	global $wpdb;
	if ( isset( $about['ids'] ) ) {
		return $about['ids']( $after, $limit );
	}
	if ( isset( $about['taxonomy'] ) ) {
		$sql = $wpdb->prepare( "SELECT term_id FROM $wpdb->term_taxonomy WHERE taxonomy = %s AND term_id > %d ORDER BY term_id LIMIT %d", $about['taxonomy'], $after, $limit );
	} else {
		$sql = $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_type = %s AND post_status <> 'auto-draft' AND ID > %d ORDER BY ID LIMIT %d", $about['post_type'], $after, $limit );
	}
	$ids = $wpdb->get_col( $sql ); // phpcs:ignore WordPress.DB -- Prepared above.
	return '' === $wpdb->last_error ? $ids : lintel_unreadable( isset( $about['taxonomy'] ) ? $wpdb->term_taxonomy : $wpdb->posts );
}

/**
 * Returns the ids of users who have published something.
 *
 * @param string $after Id to continue after.
 * @param int    $limit Maximum number of ids.
 * @return array|WP_Error
 */
function lintel_author_ids( $after, $limit ) {
	global $wpdb;
	$ids = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT post_author FROM $wpdb->posts WHERE post_status = 'publish' AND post_author > %d ORDER BY post_author LIMIT %d", $after, $limit ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
	return '' === $wpdb->last_error ? $ids : lintel_unreadable( $wpdb->posts );
}

/**
 * Renders entries for anonymous readers. `data` is null for an entry that they cannot read, except a withheld or
 * password-protected one, see lintel_render_posts(). Leaves out a kind whose render function returns null, for example
 * because a plugin hides the users, so that the site keeps what it has.
 *
 * @param array[] $listed Ids by kind.
 * @param array   $fields The fields that the site needs, by kind, separated by commas.
 * @return array[]|WP_Error Each { kind, id, data }.
 */
function lintel_render_entries( array $listed, array $fields ) {
	$entries = array();
	$kinds   = lintel_feed_kinds();
	foreach ( array_intersect_key( $listed, $kinds ) as $kind => $ids ) {
		$about = $kinds[ $kind ];
		$shown = isset( $fields[ $kind ] ) ? $fields[ $kind ] : '';
		if ( isset( $about['render'] ) ) {
			$data = $about['render']( $ids, $shown );
		} elseif ( isset( $about['taxonomy'] ) ) {
			$data = lintel_render_list( rest_get_route_for_taxonomy_items( $about['taxonomy'] ), $ids, $shown );
		} else {
			$data = lintel_render_posts( $about, $ids, $shown );
		}
		if ( is_wp_error( $data ) ) {
			return $data;
		}
		foreach ( null === $data ? array() : $ids as $id ) {
			$entries[] = array(
				'kind' => $kind,
				'id'   => $id,
				'data' => isset( $data[ $id ] ) ? $data[ $id ] : null,
			);
		}
	}
	return $entries;
}

/**
 * Asks WordPress's own REST API for the entries of a list.
 *
 * @param string   $route  REST route.
 * @param string[] $ids    Ids.
 * @param string   $fields Fields.
 * @return array[]|WP_Error By id. Those that are not public are missing.
 */
function lintel_render_list( $route, array $ids, $fields ) {
	if ( ! $ids ) {
		return array();
	}
	$list = lintel_ask_rest(
		$route,
		array(
			'include'  => $ids,
			'per_page' => count( $ids ),
			'_fields'  => $fields,
		)
	);
	return is_wp_error( $list ) ? $list : array_column( $list, null, 'id' );
}

/**
 * Sends a GET request to a REST route of this WordPress, within this request.
 *
 * @param string $route  Route.
 * @param array  $params Parameters; an empty `_fields` selects everything.
 * @return mixed|WP_Error Data of the response; lintel_unreadable() if it failed, with the response's status as `answered`.
 */
function lintel_ask_rest( $route, array $params ) {
	$request = new WP_REST_Request( 'GET', $route );
	$request->set_query_params( array_filter( $params ) );
	$response = rest_do_request( $request );
	if ( $response->is_error() ) {
		$error = lintel_unreadable( $route );
		$error->add_data( array( 'status' => 500, 'answered' => $response->get_status() ) );
		return $error;
	}
	return rest_filter_response_fields( $response, rest_get_server(), $request )->get_data();
}

/**
 * Renders the posts of a kind: public and password-protected ones with their text and former slugs, withheld ones
 * without text. All others are missing.
 *
 * @param array    $about  Description of the kind.
 * @param string[] $ids    Posts.
 * @param string   $fields Fields.
 * @return array[]|WP_Error By id.
 */
function lintel_render_posts( array $about, array $ids, $fields ) {
	global $wpdb;
	// Query the database directly: with WordPress's functions, the posts would seem to be deleted if the query failed.
	$sql  = $wpdb->prepare( "SELECT ID, post_status, post_password FROM $wpdb->posts WHERE post_type = %s AND ID IN (" . implode( ',', array_map( 'intval', $ids ) ) . ')', $about['post_type'] ); // phpcs:ignore WordPress.DB -- The ids are numbers.
	$rows = $wpdb->get_results( $sql ); // phpcs:ignore WordPress.DB
	if ( '' !== $wpdb->last_error ) {
		return lintel_unreadable( $wpdb->posts );
	}
	$public    = array();
	$protected = array();
	$withheld  = array();
	foreach ( $rows as $row ) {
		if ( in_array( $row->post_status, array( 'publish', 'inherit' ), true ) && '' === $row->post_password ) {
			$public[] = $row->ID;
		} elseif ( 'publish' === $row->post_status ) {
			$protected[] = $row->ID;
		} elseif ( ! empty( $about['withheld'] ) && in_array( $row->post_status, LINTEL_WITHHELD_STATUSES, true ) ) {
			$withheld[ $row->ID ] = lintel_withheld_post( get_post( $row->ID ) );
		}
	}
	// Within a request for a route of this plugin, no fields are registered for ACF, and without them it has no values.
	if ( class_exists( 'ACF' ) ) {
		array_map( 'lintel_add_acf_fields', array_filter( array_map( 'get_post', array_merge( $public, $protected ) ) ) );
	}
	$route  = rest_get_route_for_post_type_items( $about['post_type'] );
	$data   = lintel_render_list( $route, $public, $fields );
	$data   = is_wp_error( $data ) ? $data : lintel_add_query_pages( $data, $route );
	$opened = lintel_render_protected( $route, $protected, $fields );
	foreach ( array( $data, $opened ) as $part ) {
		if ( is_wp_error( $part ) ) {
			return $part;
		}
	}
	$data += $opened;
	foreach ( array_keys( $data ) as $post_id ) {
		// WordPress redirects former slugs, but its REST API does not return them.
		$slugs = array_values( array_unique( array_filter( get_post_meta( $post_id, '_wp_old_slug' ), 'is_string' ) ) );
		if ( $slugs ) {
			$data[ $post_id ]['old_slugs'] = $slugs;
		}
	}
	return $data + $withheld;
}

/**
 * Returns what the site may know about a page that visitors must not see: that it exists, its title for operators, its
 * address and its status, but none of its text.
 *
 * @param WP_Post $post Page.
 * @return array
 */
function lintel_withheld_post( WP_Post $post ) {
	$data = array(
		'id'           => $post->ID,
		'slug'         => $post->post_name,
		'status'       => $post->post_status,
		'link'         => get_permalink( $post ),
		'parent'       => $post->post_parent,
		/** This filter is documented in wp-includes/post-template.php */
		'title'        => array( 'rendered' => apply_filters( 'the_title', $post->post_title, $post->ID ) ),
		'modified_gmt' => mysql_to_rfc3339( $post->post_modified_gmt ),
	);
	if ( 'future' === $post->post_status ) {
		$data['date_gmt'] = mysql_to_rfc3339( $post->post_date_gmt );
	}
	if ( '' !== $post->post_password ) {
		$data['content'] = array(
			'rendered'  => '',
			'protected' => true,
		);
	}
	// WordPress generates this privacy policy draft itself. It must not replace the site's built-in privacy page.
	if ( false !== strpos( $post->post_content, 'privacy-policy-tutorial' ) ) {
		$data['default_privacy'] = true;
	}
	return $data;
}

/**
 * Renders authors.
 *
 * @param string[] $ids    Users.
 * @param string   $fields Fields.
 * @return array[]|null By id; null if WordPress's REST API cannot list users, for example because a security plugin
 *                      hides them. The site then keeps those that it knows.
 */
function lintel_render_authors( array $ids, $fields ) {
	$data = lintel_render_list( '/wp/v2/users', $ids, $fields );
	return is_wp_error( $data ) ? null : $data;
}

/**
 * Renders the site: what WordPress's REST root says about it, its front page, its lists of posts and its discussion
 * settings.
 *
 * @param string[] $ids    Ids.
 * @param string   $fields Fields.
 * @return array|WP_Error By id.
 */
function lintel_render_site( array $ids, $fields ) {
	$data = lintel_ask_rest( '/', array( '_fields' => $fields ) );
	return is_wp_error( $data ) ? $data : array( 'site' => array( 'discussion' => lintel_discussion() ) + lintel_front_page_options() + lintel_blog_options() + $data );
}

/**
 * Renders the site settings.
 *
 * @return array By id.
 */
function lintel_render_settings() {
	return array( 'site' => lintel_rest_get_settings() );
}

/**
 * Renders menus. Another plugin may serve the route.
 *
 * @param string[] $ids Locations.
 * @return array|WP_Error By location. Locations without a menu are missing.
 */
function lintel_render_menus( array $ids ) {
	$menus = array();
	foreach ( $ids as $location ) {
		$menu = lintel_ask_rest( "/menus/v1/locations/$location", array() );
		if ( ! is_wp_error( $menu ) ) {
			$menus[ $location ] = $menu;
		} elseif ( 404 !== $menu->get_error_data()['answered'] ) {
			return $menu;
		}
	}
	return $menus;
}
